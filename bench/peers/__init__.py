"""Other task lists for agents, each driven through its own interface."""

from typing import Final

from bench.peers import (
    ai_todo,
    backlog_md,
    cadence_todo,
    claude_todo_emulator,
    mcp_taskmanager,
    server_memory,
    shrimp_task_manager,
    task_master_ai,
    taskwarrior,
    todo_txt_cli,
    todo_txt_mcp,
)
from bench.peers.peer import Peer

PEERS: Final[tuple[Peer, ...]] = (
    # The first three add fastest to a long list.
    server_memory.PEER,
    todo_txt_mcp.PEER,
    mcp_taskmanager.PEER,
    shrimp_task_manager.PEER,
    ai_todo.PEER,
    cadence_todo.PEER,
    claude_todo_emulator.PEER,
    backlog_md.PEER,
    task_master_ai.PEER,
    taskwarrior.PEER,
    todo_txt_cli.PEER,
)
