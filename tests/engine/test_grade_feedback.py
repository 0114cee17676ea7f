"""What a student is shown comes from public inputs alone."""

from autograder.grade import Assignment, Handed, grade
from autograder.judge import PUBLIC_SEED, questions
from autograder.key import load_key
from engine.making import IMPORTS, check, notebook

TELLTALE = '''
seen = []
def to_celsius(fahrenheit):
    seen.append(fahrenheit)
    print("first seen:", repr(seen[0]))
    return fahrenheit
'''


def test_code_that_remembers_hidden_inputs_has_nobody_to_tell(warm_processes):
    key = load_key("toy_key")
    data = notebook(IMPORTS, TELLTALE, check("to_celsius"))
    assignment = Assignment(key, seed=123_456_789)
    result = grade(Handed("ana", (("ana.ipynb", data),)), assignment, warm_processes)
    exercise = next(e for e in result.exercises if e.id.endswith("to_celsius"))
    _, (first, *_), _ = questions(key.exercise(exercise.id), PUBLIC_SEED)[0]
    assert exercise.card.printed.strip() == f"first seen: {first!r}"
