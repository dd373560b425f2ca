"""The line that says what a score depends on besides the texts, in each record."""

import workbench
from workbench.datasets.evalset import EvalSet


def test_a_signature_says_metric_profile_preprocessing_references_and_weights():
    made = workbench.simulate(topics=3, systems=4, references=3, raters=1).evalset
    weights = [0.5, 1.0, 0.25] * (len(made.references) // 3)
    data = EvalSet.build(made.card, made.outputs, made.references.assign(weight=weights), made.judgments)
    e = workbench.Experiment(
        data,
        [
            {"name": "rouge-1", "components": ["f"], "preprocess": ["STEM"]},
            {"name": "rouge-2(alpha=0.8)", "components": ["recall"], "preprocess": ["CASE"]},
            "bleu(order=2)",
            "delta-bleu(order=2)",
        ],
        references=[
            {"name": "two", "select": "first(k=2)", "combine": "best"},
            {"name": "dealt", "combine": "jackknife", "weights": "shuffled"},
        ],
        correlation={"interval": "none", "coefficients": ["pearson"]},
    )
    said = [text.partition("|code:") for text in e.records["signature"]]
    assert [before for before, _, _ in said] == [
        "rouge-1|profile:rouge-1.5.5-exact|pre:stem|refs:2,best|f:0.5",
        "rouge-2(alpha=0.8)|profile:rouge-1.5.5-exact|pre:case|refs:2,best|f:0.8",
        "bleu(order=2)|profile:ibm|pre:13a|refs:2",
        "delta-bleu(order=2)|profile:paper|pre:13a|refs:2",
        "delta-bleu(order=2)|profile:paper|pre:13a|refs:3|w:shuffled",
    ]
    assert all(len(after.partition("|v:")[0]) == 8 for _, _, after in said)
