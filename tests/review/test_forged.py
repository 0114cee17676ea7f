"""Every field of every form, forged: a sentence with status 400, and nothing is kept."""

import re
from html import unescape
from urllib.parse import urlencode, urlsplit

from autograder.review.guard import NOT_SENT
from tests.review.conftest import Served
from tests.review.test_guard import ask, signed_in
from tests.review.test_sheet import served as served

FORM = re.compile(r'<form method="post" action="([^"]+)".*?</form>', re.S)
FIELD = re.compile(r'<(input|textarea|button)[^>]*? name="([^"]+)"([^>]*)')
VALUE = re.compile(r' value="([^"]*)"')
ODD = ("", "x", "-1", "1" * 5_000, "１", "./\r\nX: y", "\ud800")
# What a person types, of which the page itself says what is wrong; and a group, which may
# have been there when the page was opened.
FREE = {"comment", "points", "answers"}


def forms(page: str) -> dict[str, list[tuple[str, str]]]:
    """The forms of a page: where they go, and their fields as a browser may send them."""
    found = {}
    for form in FORM.finditer(page):
        fields = [
            (name, unescape(next(iter(VALUE.findall(rest)), "")))
            for _, name, rest in FIELD.findall(form[0])
        ]
        found[unescape(form[1])] = fields
    return found


def pages(served: Served, cookie: str) -> list[str]:
    """The question's page, and that of an answer alone."""
    sheet = "/sheet?exercise=scales.why_offset"
    text = ask(served, sheet, Cookie=cookie)[1]
    one = re.search(r'href="(group\?[^"]+)"', text)[1]
    return [sheet, f"/{unescape(one)}"]


def sent(fields: list[tuple[str, str]]) -> str:
    return urlencode(
        [(name, value.encode(errors="surrogatepass")) for name, value in fields]
    )


def test_whatever_a_form_can_send_is_taken_or_refused_in_a_sentence(served):
    cookie, tried = signed_in(served), set()
    for page in pages(served, cookie):
        answer, text = ask(served, page, Cookie=cookie)
        both = f"{cookie}; {answer.getheader('Set-Cookie').partition(';')[0]}"
        headers = {
            "Cookie": both,
            "Origin": f"http://{urlsplit(served.address).netloc}",
            "Content_Type": "application/x-www-form-urlencoded",
        }
        for action, fields in forms(text).items():
            for place, (name, value) in enumerate(fields):
                kept = [f for i, f in enumerate(fields) if i != place]
                tried.add((action.partition("?")[0], name.rstrip("0123456789")))
                for odd in {*ODD} - {value}:
                    body = sent([*kept[:place], (name, odd), *kept[place:]])
                    where = f"/{action}"
                    answer, said = ask(served, where, "POST", body, **headers)
                    told = (action, name, odd[:20], said[:200])
                    if name in FREE or (name, odd) == ("take-back", ""):
                        assert answer.status in (303, 400, 409), told
                    elif name == "_xsrf":
                        assert answer.status in (400, 403), told
                    else:
                        assert (answer.status, NOT_SENT in said) == (400, True), told
    assert tried >= {
        *(("names", name) for name in ("_xsrf", "back")),
        *(("sheet", name) for name in ("_xsrf", "answers", "seen", "item-")),
        *(("group", name) for name in ("_xsrf", "seen", "item", "comment", "points")),
    }
