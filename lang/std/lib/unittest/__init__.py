# tfs's own: a small unittest.
"""Test cases with assertions, loaders, suites and a runner that tells how they went."""
from _unittestcase import (FunctionTestCase, IsolatedAsyncioTestCase, SkipTest, TestCase, addModuleCleanup,
                           expectedFailure, skip, skipIf, skipUnless)
from _unittestrun import TestLoader, TestResult, TestSuite, TextTestResult, TextTestRunner, defaultTestLoader, main

__all__ = ["TestResult", "TestCase", "IsolatedAsyncioTestCase", "TestSuite", "TextTestRunner", "TextTestResult",
           "TestLoader", "FunctionTestCase", "main", "defaultTestLoader", "SkipTest", "skip", "skipIf", "skipUnless",
           "expectedFailure", "addModuleCleanup"]
TestProgram = main
