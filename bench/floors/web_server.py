"""One route of FastAPI with a constant answer.

    python -m bench.floors.web_server ANNOUNCE ANSWER

ANSWER is a file with the JSON object that is answered.
"""

import json
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from bench.floors.serving import serve


def app(answer: dict[str, Any]) -> FastAPI:
    application = FastAPI()

    @application.get("/api/lists/{list_id}/todos/{todo_id}")
    async def read_todo(list_id: str, todo_id: str) -> Any:  # noqa: ARG001 - FastAPI reads them out of the path
        return answer

    return application


if __name__ == "__main__":
    serve(app(json.loads(Path(sys.argv[2]).read_text())), Path(sys.argv[1]))
