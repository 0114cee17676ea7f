"""Every term of a chapter is in the glossary, every work it uses among the references."""

import re
from pathlib import Path

import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTERS = sorted((BOOK / "chapters").glob("*.md"))
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)

MOST_WORDS = 3  # of a term; longer bold text is a sentence that wants to be heard
BOLD = re.compile(r"(?<![*\w])\*\*([A-Za-z][\w\s-]*)\*\*(?![*\w])")
# Bold because it matters where it stands, or a step of a list: no word to look up.
EMPHASIS = """
    alike all attend blocked changing-the-input contextual different-vectors difference-8
    docstrings gaussian help last learnt lowest may-attend merge not-the-same-model
    one-head-each one-vector output-1 pixels positions project
    smollm2-135m-instruct speech split the-same-sentence without-the-mask
    your-look-up-next
"""
LINK = re.compile(r"\]\((https?://[^)\s]+)\)")
NAME = r"([A-Z][\w'\u2019-]+)"
AUTHORS = re.compile(rf"{NAME} and others\b|{NAME},? \(?(?:19[5-9]|20[0-2])\d\b")
NO_AUTHOR = frozenset(["In", "March", "März", "The", "So", "Since"])
WORKS = {  # a name that stands for a work, and a part of that work's address
    "Adam": "1412.6980",
    "ALiBi": "2108.12409",
    "BERT": "1810.04805",
    "ELMo": "1802.05365",
    "FlashAttention": "2205.14135",
    "GELU": "1606.08415",
    "GPT-2": "language_models_are_unsupervised",
    "LayerNorm": "1607.06450",
    "Llama 2": "2307.09288",
    "Llama 3": "2407.21783",
    "LoRA": "2106.09685",
    "MiniLM": "2002.10957",
    "Mistral 7B": "2310.06825",
    "Performer": "2009.14794",
    "RMSNorm": "1910.07467",
    "RoPE": "2104.09864",
    "SmolLM2": "2502.02737",
    "SwiGLU": "2002.05202",
    "T5": "1910.10683",
    "ViT": "2010.11929",
    "Whisper": "2212.04356",
    "Word2Vec": "1301.3781",
}


def prose(path: Path) -> str:
    return re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)


def plain(term: str) -> str:
    """``Attention sinks`` and ``attention sink`` are one entry."""
    return term.lower().removesuffix("s")


def explained() -> set[str]:
    """The glossary's headings, and what is set in italics or bold within its entries."""
    text = prose(BOOK / "glossary.md")
    words = re.findall(r"^### (.*)$", text, flags=re.M)
    no_code = re.sub(r"`[^`]*`|\$[^$]*\$", "", " ".join(text.split()))
    words += re.findall(r"\*{1,2}([^*]+)\*{1,2}", no_code)
    return {plain(word) for word in words}


def sources(path: Path) -> str:
    return " ".join(prose(path).partition("## Sources")[2].split())


@each_chapter
def test_every_term_is_in_the_glossary(path: Path):
    bold = [" ".join(term.split()) for term in BOLD.findall(prose(path))]
    terms = {term for term in bold if len(term.split()) <= MOST_WORDS}
    wanted = {t for t in terms if t.lower().replace(" ", "-") not in EMPHASIS.split()}
    known = explained()
    assert sorted(t for t in wanted if plain(t) not in known) == []


def test_the_glossary_explains_a_term_once():
    headings = re.findall(r"^### (.*)$", prose(BOOK / "glossary.md"), flags=re.M)
    assert len({plain(heading) for heading in headings}) == len(headings)


@each_chapter
def test_every_work_that_a_chapter_links_is_among_the_references(path: Path):
    listed = set(LINK.findall((BOOK / "references.md").read_text(encoding="utf-8")))
    used = set(LINK.findall(sources(path)))
    assert used
    assert used - listed == set()


@each_chapter
def test_every_work_in_the_sources_can_be_opened(path: Path):
    """A title, set in italics, is part of a link."""
    without_links = re.sub(r"\*?\[[^\]]*\]\([^)]*\)\*?", "", sources(path))
    assert re.findall(r"\*([^*]+)\*", without_links) == []


@each_chapter
def test_authors_that_a_chapter_names_are_in_its_sources(path: Path):
    """``Xu and others, 2015`` in a sentence: whose work was it, and where is it?"""
    body = " ".join(prose(path).partition("## Sources")[0].split())
    named = {name for names in AUTHORS.findall(body) for name in names if name}
    named -= NO_AUTHOR
    assert sorted(name for name in named if name not in sources(path)) == []


@each_chapter
def test_a_work_with_a_name_of_its_own_is_among_the_references(path: Path):
    references = (BOOK / "references.md").read_text(encoding="utf-8")
    body = prose(path).partition("## Sources")[0]
    named = {name for name in WORKS if re.search(rf"\b{name}\b", body)}
    assert sorted(name for name in named if WORKS[name] not in references) == []


def test_every_reference_can_be_opened():
    """A link for each title, and labels that say where they lead."""
    text = (BOOK / "references.md").read_text(encoding="utf-8")
    entries = [" ".join(e.split("\n\n")[0].split()) for e in text.split("\n- ")[1:]]
    for entry in entries:
        titles = re.findall(r"\*([^*]+)\*", re.sub(r"\*?\[[^\]]*\]\([^)]*\)\*?", "", entry))
        assert len(LINK.findall(entry)) >= max(1, len(titles)), entry
    for label, kind in (("arXiv", "arxiv.org/abs"), ("doi", "doi.org")):
        for said, where in re.findall(rf"\[{label}:([^\]]+)\]\(([^)]*)\)", text):
            assert where == f"https://{kind}/{said}"
