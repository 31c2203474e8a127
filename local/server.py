"""Puts the product together on one machine and serves it."""

import asyncio
import errno
import logging
import logging.handlers
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import uvicorn
