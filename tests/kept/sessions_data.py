"""Commands about data sets and experiments, by a name: the folder, and what is run in it."""

from kept.sessions_texts import Session

_WIDE = (
    "task,segment,system,output,reference,quality,rank\\n"
    "t,1,P,a b c,a b c d,3,1\\nt,1,Q,a x c,a b c d,1,2\\nt,1,R,b c,a b c d,2,3\\n"
    "t,2,P,e f g,e f,2,1\\nt,2,Q,e,e f,1,3\\nt,2,R,e f,e f,3,2\\n"
)
_SMALL = "--data data"
_LEVELS = (
    'metrics = ["rouge-1", "rouge-2"]\\n[data]\\nname = "mine"\\n[correlation]\\n'
    'levels = ["system", "segment", "within-system", "global"]\\n'
    'coefficients = ["pearson"]\\ninterval = "none"\\n'
)
_MANY = ", ".join(f'"rouge-w(weight={weight})"' for weight in range(1, 9))
_LONG = (
    f'metrics = [{_MANY}, "rouge-1", "rouge-2"]\\ncomponents = ["recall", "precision", "f"]\\n[data]\\n'
    'name = "mine"\\n[correlation]\\nlevels = ["system"]\\ncoefficients = ["pearson"]\\n'
    'interval = "none"\\n'
)
_SCORES = "system\\tscore\\nA\\t0.5\\nB\\t0.25\\n"

DATA: dict[str, Session] = {
    "data": (
        "study",
        [
            f"workbench data show mine {_SMALL}",
            "workbench data show emnlp17-nlg",
            "workbench data show sumeval",
            f"workbench data validate mine {_SMALL}",
            "workbench data validate data/mine",
            "workbench data validate data",
            "workbench data validate .",
            "workbench data validate summeval",
            "put data/mine/judgments.csv 'task,segment,system\\n'",
            "workbench data validate data/mine",
            "workbench data fetch summeval",
            f"workbench data fetch mine {_SMALL}",
            f"workbench data fetch simulated-news {_SMALL}",
            f"workbench data fetch wmt19-system {_SMALL} --mirror absent",
        ],
    ),
    "data-known": (
        "known",
        [
            "workbench data validate webnlg2017 --data data",
            "workbench data fetch dstc7-task2 --data data --mirror data",
        ],
    ),
    "data-import": (
        "nothing",
        [
            f"put wide.csv '{_WIDE}'",
            "workbench data import wide.csv <<< n\\n",
            "workbench data import wide.csv",
            "workbench data import wide.csv --out one <<< y\\n",
            "ls one",
            "cat one/card.toml",
            "workbench data import wide.csv --text output --reference reference --segment segment "
            "--system system --criterion quality --task task",
            "ls wide",
            "workbench data import wide.csv --criterion qualty --yes",
            "put judged.csv 'segment,system,rater,score\\n1,P,x,3\\n1,Z,x,4\\n2,Q,y,1\\n'",
            "put outs.csv 'segment,system,text\\n1,P,a b\\n1,Q,a c\\n2,P,d e\\n2,Q,d f\\n'",
            "workbench data import outs.csv judged.csv --yes --out two",
            "workbench data import outs.csv judged.csv --yes --unmatched drop --out two",
            "workbench data import absent.csv",
            "workbench data import",
            "workbench data convert one --to csv",
            "workbench data convert one --to sacrerouge --out rouge",
            "ls rouge",
            "workbench data convert one --to mt-metrics-eval --out wmt",
            "workbench data convert wmt --format mt-metrics-eval --level sys --out back",
            "workbench data import wmt --out again",
            "workbench data convert one --to nothing",
            "workbench data convert one --task u",
            f"put scores.tsv '{_SCORES}'",
            "workbench data convert scores.tsv --to csv",
            "workbench data convert absent",
            "workbench new --card one",
            "workbench new --card one --out card.toml",
            "cat card.toml",
            "workbench new one",
            "workbench new one --force",
            "workbench new wide.csv --out from.toml",
            "workbench data import wide.csv --yes --out deep/er/three",
            "ls deep/er/three",
        ],
    ),
    "new": (
        "study",
        [
            "workbench new",
            "workbench new mine --list",
            "workbench new mine",
            f"workbench new mine {_SMALL}",
            "cat mine.toml",
            f"workbench new mine {_SMALL}",
            "workbench new data/mine --out other/mine.toml",
            "workbench new --from galley-simulated",
            "workbench new --from galley-simulate",
            "workbench new simulated-news --out data",
        ],
    ),
    "check": (
        "study",
        [
            f"workbench check small.toml {_SMALL}",
            "workbench check small.toml",
            "workbench check absent.toml",
            "workbench check simulated-news",
            'put bad.toml \'metrics = ["rogue-1"]\\n[data]\\nname = "mine"\\n[corelation]\\n\'',
            f"workbench check bad.toml {_SMALL}",
            "put worse.toml 'metrics = \\n'",
            f"workbench run worse.toml {_SMALL}",
            f"workbench run small.toml {_SMALL} --out small.toml",
        ],
    ),
    "run": (
        "study",
        [
            f"workbench run small.toml {_SMALL}",
            "cat reports/small/table.md",
            f"workbench run other.toml {_SMALL} --out r --workers 2",
            "cat r/other/methods.md",
            "ls r",
            "workbench diff reports/small reports/small --strict",
            "put was/records.csv 'metric,value,low,reason\\nr,0.5,,\\ns,,,x\\n'",
            'put was/manifest.json \'{"versions": {"a": 1}}\'',
            "put is/records.csv 'metric,value,low,reason\\nr,0.25,0.125,\\nt,1,,\\ns,,,y\\n'",
            "put is/manifest.json {}",
            "workbench diff was is",
            "workbench diff was is --strict",
            "workbench diff reports absent",
            f"workbench lint other.toml {_SMALL} --strict",
            "workbench lint",
            "put results.csv 'metric,value,n\\na,0.5,10\\nb,0.4,10\\n'",
            "workbench lint --table results.csv",
            "workbench lint --table results.csv --strict",
            "workbench lint --table absent.csv",
            "put sound.csv 'value,low,high,n\\n0.5,0.45,0.55,1000\\n'",
            "workbench lint --table sound.csv --strict",
            f"workbench run small.toml {_SMALL} --workers 2 --scheduler x",
            f"put many.toml '{_LEVELS}'",
            f"workbench run many.toml {_SMALL}",
            f"put long.toml '{_LONG}'",
            f"workbench run long.toml {_SMALL}",
        ],
    ),
    "show-segments": (
        "marked",
        [
            f"workbench show-segments small.toml {_SMALL}",
            "ls reports",
            f"workbench show-segments small.toml {_SMALL} --metric rouge-1 --metric 'bleu(order=2)' "
            "--out x.html --criterion errors --most 1",
            "cat x.html",
            f"workbench show-segments small.toml {_SMALL} --metric 'rouge-2 f'",
            f"workbench show-segments small.toml {_SMALL} --metric rouge-1 --metric rouge-2 --metric bleu",
            f"workbench show-segments small.toml {_SMALL} --metric rouge-1 --metric rouge-9",
            f"workbench show-segments small.toml {_SMALL} --criterion fluency",
        ],
    ),
    "study": (
        "study",
        [
            'put mine/b.toml \'title = "Small"\\nabout = "Does it work?"\\nmetrics = ["rouge-1", '
            '"bleu(order=2)"]\\n[data]\\nname = "mine"\\ntasks = ["t"]\\n[correlation]\\ncoefficients = '
            '["pearson"]\\ndraws = 20\\n[test]\\nmethod = "williams1959"\\npairs = [["rouge-1", '
            '"bleu(order=2)"]]\\n\'',
            'put mine/a.toml \'metrics = ["rouge-1"]\\n[data]\\nname = "summeval"\\n\'',
            f"workbench study mine {_SMALL} --title Mine --out r",
            "ls r",
            "cat r/study.md",
            "cat r/index.html",
            'put both/b.toml \'metrics = ["rouge-1", "rouge-2"]\n[data]\nname = "mine"\n[correlation]\n'
            'coefficients = ["kendall"]\\ndraws = 9\\n[test]\\ndraws = 9\\n\'',
            f"workbench study both {_SMALL} --out s",
            "cat s/study.md",
            'put mine/c.toml \'metrics = ["rogue-1"]\\n[data]\\nname = "summeval"\\n\'',
            f"workbench study mine {_SMALL}",
            "workbench study nowhere",
            "workbench study data",
        ],
    ),
    "simulate": (
        "simulated",
        [
            f"workbench plan small.toml {_SMALL} --width 0.9 --replications 20 --metric rouge-1 --format csv",
            f"workbench plan small.toml {_SMALL} --power 0.5 --difference 0.3 --replications 20",
            f"workbench plan small.toml {_SMALL}",
            f"workbench plan small.toml {_SMALL} --width 2.5",
            f"workbench calibrate small.toml {_SMALL} --replications 5 --draws 9 --metric rouge-1 --interval "
            "fisher --interval percentile",
            "workbench calibrate --design T --replications 2 --draws 9 --interval fisher --systems 5 "
            "--inputs 4 --test williams1959 --format csv",
            "workbench calibrate",
            "workbench calibrate small.toml --design R",
            "workbench calibrate --design heavy",
        ],
    ),
    "reproduce": (
        "known",
        [
            "workbench reproduce",
            "workbench reproduce --paper mathur --data data",
            "workbench reproduce --only lin-hovy2003*",
            "workbench reproduce dstc7-human",
            "workbench reproduce galley2015-table2",
            "workbench reproduce dstc7-humna",
            "workbench reproduce dstc7-human --all",
            "workbench reproduce dstc7-human --out x",
            "workbench reproduce dstc7-human --paper x",
            "workbench reproduce dstc7-human --data data",
            "workbench reproduce --all --data data --only 'dstc*' --out board",
            "workbench plot board/dstc7-human.csv --format svg",
            "ls reports",
        ],
    ),
    "figure": (
        "study",
        [
            f"workbench figure small.toml other.toml {_SMALL}",
            f"workbench figure absent.toml {_SMALL}",
            f"workbench plot small.toml {_SMALL} --kind scatter --format svg --metric R-1 --out p",
            "ls p",
            "cat p/small/plot-scatter.csv",
            f"workbench plot small.toml {_SMALL} --kind curves --metric rouge-1",
            f"workbench plot small.toml {_SMALL} --kind reproduction",
            f"workbench plot small.toml {_SMALL} --metric nothing",
            "workbench plot absent.csv",
        ],
    ),
    "curves": (
        "curves",
        [
            f"workbench figure curve-c.toml {_SMALL} --out f --name both",
            "ls f",
            f"workbench figure nothing.toml {_SMALL}",
            f"workbench figure curve-d.toml nothing.toml {_SMALL}",
        ],
    ),
    "completion": (
        "study",
        [
            "complete workbench metrics show rouge-l",
            "complete workbench score -m chr",
            "complete workbench data show --data data mi",
            "complete workbench data fetch wmt19",
            "complete workbench data show --data data simu",
            "complete workbench metrics check rouge-s",
            "complete workbench show-segments small.toml --metric chr",
            "complete workbench new summ",
            "complete workbench run galley",
            "complete workbench --ver",
        ],
    ),
}
