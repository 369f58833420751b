# tfs's own: dates and times, as their documentation describes them.
"""Dates, times, spans of time and zones."""
import _dates
from _dates import MAXYEAR, MINYEAR, date, datetime, time, timedelta, timezone, tzinfo

__all__ = ["date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC"]
UTC = timezone.utc
