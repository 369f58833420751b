"""Names of tf.autograph.experimental."""

from _tf_enums import enum

Feature = enum("Feature", "tensorflow.python.autograph.core.converter", ALL="ALL",
               AUTO_CONTROL_DEPS="AUTO_CONTROL_DEPS", ASSERT_STATEMENTS="ASSERT_STATEMENTS",
               BUILTIN_FUNCTIONS="BUILTIN_FUNCTIONS", EQUALITY_OPERATORS="EQUALITY_OPERATORS", LISTS="LISTS",
               NAME_SCOPES="NAME_SCOPES")
