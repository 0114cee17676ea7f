"""What learning systems call the columns of their tables, in the languages they speak.

Moodle's tables are in the language of whoever downloads them: English, German, French,
Spanish, Italian, Portuguese (of Portugal and Brazil) and Dutch.  Its English titles are
the names that the rest of the grader uses.
"""

import re
from collections.abc import Sequence

from autograder.gradebook.matching import simplified

SUBMITTED = "Last modified (submission)"
CHANGEABLE, MAXIMUM, GRADE = "Grade can be changed", "Maximum Grade", "Grade"
IDENTIFIER, STATUS, NAME, EMAIL = "Identifier", "Status", "Full name", "Email address"
NUMBER, FIRST, LAST = "ID number", "First name", "Last name"
# Titles without case, accents, spaces and punctuation.  Those of a grading worksheet
# alone are as Moodle's language packs have them (mod_assign: recordid, maxgrade,
# gradecanbechanged, lastmodified...; Italian from a pack of Moodle 2).  The names of
# people, their addresses, groups and feedback were checked in German and French alone.
MOODLE = {
    IDENTIFIER: "identifier id identifiant identificador identificativo identificatie",
    NAME: "fullname vollstandigername nomcomplet nombrecompleto nomecompleto "
    "cognomenome volledigenaam",
    FIRST: "firstname vorname prenom nombre nome voornaam",
    LAST: "lastname surname nachname nom nomdefamille apellidos cognome apelido "
    "sobrenome achternaam",
    NUMBER: "idnumber idnummer matrikelnummer numerodidentification numerodeid "
    "codiceidentificativo numerodeidentificacao",
    EMAIL: "emailaddress emailadresse adressedecourriel direccionemail "
    "direcciondecorreo direcciondecorreoelectronico correoelectronico indirizzoemail "
    "enderecodeemail enderecodecorreioeletronico emailadres",
    STATUS: "status statut estado estatus stato situacao",
    GRADE: "grade bewertung note calificacion valutazione nota avaliacao cijfer "
    "beoordeling",
    MAXIMUM: "maximumgrade bestwertung bestbewertung notemaximale calificacionmaxima "
    "valutazionemassima notamaxima maximaalcijfer",
    CHANGEABLE: "gradecanbechanged bewertungkanngeandertwerden "
    "lanotepeutetremodifiee lacalificacionpuedesercambiada "
    "lacalificacionpuedecambiarse lavalutazionepuoesserecambiata "
    "anotapodeseralterada notapodeseralterada hetcijferkangewijzigdworden",
    SUBMITTED: "lastmodifiedsubmission zuletztgeandertabgabe "
    "dernieremodificationtravailremis ultimamodificacionentrega "
    "ultimamodificaconsegna ultimaatualizacaosubmissao ultimamodificacaoenvio "
    "laatstgewijzigdinzending",
    "Last modified (grade)": "lastmodifiedgrade zuletztgeandertbewertung "
    "dernieremodificationnote ultimamodificacioncalificacion "
    "ultimamodificavalutazione ultimaatualizacaoavaliacao ultimamodificacaonota "
    "laatstgewijzigdbeoordeling",
    "Feedback comments": "feedbackcomments feedbackalskommentar feedbackparcommentaires "
    "comentariosderetroalimentacion commentidifeedback comentariosdefeedback "
    "feedbackcommentaren",
    "Groups": "group groups gruppe gruppen groupe groupes grupo grupos gruppo gruppi "
    "groep groepen",
}
_ENGLISH = {title: name for name, titles in MOODLE.items() for title in titles.split()}
NO = ("no", "nein", "non", "nao", "nee")


def bare(title: str) -> str:
    """A title without case, accents, spaces and punctuation."""
    return re.sub(r"[^a-z0-9]", "", simplified(title))


def is_worksheet(header: Sequence[str]) -> bool:
    """Whether a table is Moodle's grading worksheet: ``ID`` alone is anybody's title."""
    if IDENTIFIER in header:
        return True
    titles = {_ENGLISH.get(bare(title)) for title in header}
    return {IDENTIFIER, STATUS} <= titles and bool(
        {MAXIMUM, CHANGEABLE, SUBMITTED} & titles
    )


def in_english(header: Sequence[str]) -> list[str]:
    """Moodle's titles in English; the first of each, and others as they are."""
    titles: list[str] = []
    for title in header:
        english = _ENGLISH.get(bare(title), title)
        is_other = english == IDENTIFIER and not is_worksheet(header)
        titles.append(title if is_other or english in titles else english)
    return titles
