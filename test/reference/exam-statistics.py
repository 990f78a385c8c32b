"""Statistics of 10,000 simulated attempts, by plain formulas and exact fractions.

An independent program for the comparison in src/features/exams/statistics/calculation.once.test.ts: it shares no code with
the service. Run it with `python3 test/reference/exam-statistics.py > test/reference/exam-statistics.json`.
"""

import json
import math
import statistics
from fractions import Fraction

ATTEMPTS = 10_000
LETTERS = ["A", "B", "C", "D"]
ASKED = 9  # of 10 questions; the one that is left out changes from attempt to attempt

QUESTIONS = (
    [{"id": i, "type": "single_choice", "points": 1, "right": [LETTERS[i % 4]]} for i in range(1, 6)]
    + [
        {"id": 6, "type": "multiple_choice", "points": 2, "right": ["A", "C"]},
        {"id": 7, "type": "multiple_choice", "points": 3, "right": ["B", "C", "D"]},
        {"id": 8, "type": "true_false", "points": 1, "right": ["true"]},
        {"id": 9, "type": "numeric", "points": 3, "right": []},
        {"id": 10, "type": "short_answer", "points": 2, "right": []},
    ]
)

state = 20261126


def draw(limit):
    """The next number of a linear congruential generator, below the limit."""
    global state
    state = (state * 1664525 + 1013904223) % 2**32
    return state * limit // 2**32


def simulate():
    """Each attempt has an ability; the better it is, the more often an answer is right."""
    attempts = []
    for _ in range(ATTEMPTS):
        ability = draw(100)
        left_out = draw(len(QUESTIONS))
        answers = {}
        for index, question in enumerate(QUESTIONS):
            kind, luck, choice = draw(100), draw(100), draw(4)
            if index == left_out or kind < 7:
                continue
            knows = luck < (ability + (12 * question["id"] % 40)) * 2 // 3
            if question["type"] == "single_choice":
                answers[question["id"]] = question["right"][0] if knows else LETTERS[choice]
            elif question["type"] == "multiple_choice":
                answers[question["id"]] = question["right"] if knows else LETTERS[: choice + 1]
            elif question["type"] == "true_false":
                answers[question["id"]] = knows
            elif question["type"] == "numeric":
                answers[question["id"]] = 42 if knows else choice
            else:
                answers[question["id"]] = "Lovelace" if knows else "Babbage"
        asked = [q for i, q in enumerate(QUESTIONS) if i != left_out]
        attempts.append({"asked": asked, "answers": answers, "seconds": 60 + draw(3_000)})
    return attempts


def share(question, answer):
    """The share of the points that an answer earns, with proportional partial credit."""
    if answer is None:
        return Fraction(0)
    if question["type"] == "single_choice":
        return Fraction(answer == question["right"][0])
    if question["type"] == "multiple_choice":
        right = sum(option in question["right"] for option in answer)
        wrong = len(answer) - right
        return max(Fraction(0), Fraction(right - wrong, len(question["right"])))
    if question["type"] == "true_false":
        return Fraction(answer is True)
    return Fraction(answer in (42, "Lovelace"))


def pearson(xs, ys):
    """The correlation in two passes."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    both = math.fsum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
    square_x = math.fsum((x - mean_x) ** 2 for x in xs)
    square_y = math.fsum((y - mean_y) ** 2 for y in ys)
    return both / math.sqrt(square_x * square_y)


def main():
    attempts = simulate()
    for attempt in attempts:
        attempt["shares"] = {q["id"]: share(q, attempt["answers"].get(q["id"])) for q in attempt["asked"]}
        attempt["earned"] = sum(q["points"] * attempt["shares"][q["id"]] for q in attempt["asked"])
        attempt["possible"] = sum(q["points"] for q in attempt["asked"])
        attempt["score"] = math.floor(100 * attempt["earned"] / attempt["possible"] + Fraction(1, 2))
    scores = [attempt["score"] for attempt in attempts]
    seconds = [attempt["seconds"] for attempt in attempts]
    questions = []
    for question in QUESTIONS:
        key, points = question["id"], question["points"]
        asked = [attempt for attempt in attempts if key in attempt["shares"]]
        own = [float(attempt["shares"][key]) for attempt in asked]
        rest = [
            float((attempt["earned"] - points * attempt["shares"][key]) / (attempt["possible"] - points))
            for attempt in asked
        ]
        given = [attempt["answers"].get(key) for attempt in asked]
        options = {
            "single_choice": LETTERS,
            "multiple_choice": LETTERS,
            "true_false": ["true", "false"],
        }.get(question["type"], [])
        chosen = [
            str(option).lower() if isinstance(option, bool) else option
            for answer in given
            if answer is not None
            for option in (answer if isinstance(answer, list) else [answer])
        ]
        questions.append(
            {
                "id": key,
                "n": len(asked),
                "difficulty": statistics.fmean(own),
                "discrimination": pearson(own, rest),
                "unanswered": sum(answer is None for answer in given),
                "choices": [chosen.count(option) for option in options],
            }
        )
    result = {
        "attempts": len(attempts),
        "mean": statistics.fmean(scores),
        "median": statistics.median(scores),
        "distribution": [
            sum(10 * tenth <= score < 10 * (tenth + 1) or (tenth == 9 and score == 100) for score in scores)
            for tenth in range(10)
        ],
        "mean_seconds": statistics.fmean(seconds),
        "median_seconds": statistics.median(seconds),
        "questions": questions,
    }
    print(json.dumps(result, indent=2))


main()
