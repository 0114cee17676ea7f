"""Ask every external address that the book names whether it is still there.

    make check-links

Status 1: some are not.  Status 2: none answered, so this machine is probably offline.
"""

import asyncio
import re
import sys
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ("*.md", "book/*.md", "book/chapters/*.md", "solutions/**/*.py")
LINK = re.compile(r"\]\((https?://[^\s)]+)\)|<(https?://[^\s>]+)>")
EXAMPLE = re.compile(r"//(localhost|127\.|[^/]*example\.)")
AT_ONCE = 8
SECONDS = 20
AGENT = "Mozilla/5.0 (compatible; check-links of a book)"
# Publishers answer programs with these, and readers with the page.
ALIVE_ANYWAY = {401, 403, 405, 406, 418, 429}


def links() -> dict[str, list[str]]:
    """Every external address of the texts, with the files that name it."""
    found: dict[str, list[str]] = {}
    for pattern in TEXTS:
        for path in sorted(ROOT.glob(pattern)):
            for match in LINK.finditer(path.read_text(encoding="utf-8")):
                address = match[1] or match[2]
                if not EXAMPLE.search(address):
                    found.setdefault(address, []).append(str(path.relative_to(ROOT)))
    return found


async def fault_of(client: httpx.AsyncClient, address: str) -> str:
    """What is wrong with an address; ``""`` when a reader would find a page."""
    try:
        async with client.stream("GET", address) as answer:
            status = answer.status_code
    except httpx.TransportError as error:
        return f"no answer ({type(error).__name__})"
    except httpx.HTTPError as error:
        return f"{type(error).__name__}: {error}"
    return "" if status < 400 or status in ALIVE_ANYWAY else f"status {status}"


async def faults_of(addresses: list[str]) -> dict[str, str]:
    room = asyncio.Semaphore(AT_ONCE)
    headers = {"User-Agent": AGENT}
    settings = {"follow_redirects": True, "timeout": SECONDS, "headers": headers}
    async with httpx.AsyncClient(**settings) as client:

        async def ask(address: str) -> tuple[str, str]:
            async with room:
                return address, await fault_of(client, address)

        asked = await asyncio.gather(*map(ask, addresses))
    return {address: fault for address, fault in asked if fault}


def main() -> int:
    """Print what is broken and where it is named."""
    named = links()
    broken = asyncio.run(faults_of(sorted(named)))
    silent = [a for a, fault in broken.items() if fault.startswith("no answer")]
    if len(silent) == len(named):
        print(
            f"None of the {len(named)} external links answered: this machine seems to be "
            "offline, so nothing was checked. Try again where there is a network."
        )
        return 2
    for address, fault in broken.items():
        print(f"{address}: {fault}, named in {', '.join(sorted(set(named[address])))}")
    print(f"{len(named)} external links, {len(broken)} broken.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
