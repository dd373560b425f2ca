"""The bibliography: the papers that metrics and methods cite, by their keys."""

PAPERS = {
    "Arvesen 1969": "Arvesen: Jackknifing U-Statistics. Annals of Mathematical Statistics 40, 1969",
    "Banerjee & Lavie 2005": "Banerjee, Lavie: METEOR: An Automatic Metric for MT Evaluation with Improved "
    "Correlation with Human Judgments. ACL workshop on intrinsic and extrinsic evaluation measures, 2005",
    "Benjamini & Hochberg 1995": "Benjamini, Hochberg: Controlling the False Discovery Rate. Journal of the "
    "Royal Statistical Society B 57, 1995",
    "Benjamini & Yekutieli 2001": "Benjamini, Yekutieli: The Control of the False Discovery Rate in Multiple "
    "Testing under Dependency. Annals of Statistics 29, 2001",
    "Bonett & Wright 2000": "Bonett, Wright: Sample Size Requirements for Estimating Pearson, Kendall and "
    "Spearman Correlations. Psychometrika 65, 2000",
    "Brown 1910": "Brown: Some Experimental Results in the Correlation of Mental Abilities. British Journal "
    "of Psychology 3, 1910",
    "Callison-Burch et al. 2010": "Callison-Burch, Koehn, Monz, Peterson, Przybocki, Zaidan: Findings of the "
    "2010 Joint Workshop on Statistical Machine Translation and Metrics for Machine Translation. WMT 2010",
    "Cameron et al. 2008": "Cameron, Gelbach, Miller: Bootstrap-Based Improvements for Inference with "
    "Clustered Errors. Review of Economics and Statistics 90, 2008",
    "Cameron et al. 2011": "Cameron, Gelbach, Miller: Robust Inference with Multiway Clustering. Journal of "
    "Business and Economic Statistics 29, 2011",
    "Cook & Stefanski 1994": "Cook, Stefanski: Simulation-Extrapolation Estimation in Parametric Measurement "
    "Error Models. Journal of the American Statistical Association 89, 1994",
    "Demšar 2006": "Demšar: Statistical Comparisons of Classifiers over Multiple Data Sets. Journal of "
    "Machine Learning Research 7, 2006",
    "Deutsch et al. 2021": "Deutsch, Dror, Roth: A Statistical Analysis of Summarization Evaluation Metrics "
    "Using Resampling Methods. TACL 9, 2021",
    "Deutsch et al. 2023": "Deutsch, Foster, Freitag: Ties Matter: Meta-Evaluating Modern Metrics with "
    "Pairwise Accuracy and Tie Calibration. EMNLP 2023",
    "DiCiccio & Romano 2017": "DiCiccio, Romano: Robust Permutation Tests for Correlation and Regression "
    "Coefficients. Journal of the American Statistical Association 112, 2017",
    "Doddington 2002": "Doddington: Automatic Evaluation of Machine Translation Quality Using N-gram "
    "Co-Occurrence Statistics. HLT 2002",
    "Dror et al. 2017": "Dror, Baumer, Bogomolov, Reichart: Replicability Analysis for Natural Language "
    "Processing: Testing Significance with Multiple Datasets. TACL 5, 2017",
    "Dunn & Clark 1969": "Dunn, Clark: Correlation Coefficients Measured on the Same Individuals. Journal of "
    "the American Statistical Association 64, 1969",
    "Efron 1987": "Efron: Better Bootstrap Confidence Intervals. Journal of the American Statistical "
    "Association 82, 1987",
    "Efron & Tibshirani 1993": "Efron, Tibshirani: An Introduction to the Bootstrap. Chapman & Hall, 1993",
    "Fisher 1921": "Fisher: On the Probable Error of a Coefficient of Correlation Deduced from a Small "
    "Sample. Metron 1, 1921",
    "Galley et al. 2015": "Galley, Brockett, Sordoni, Ji, Auli, Quirk, Mitchell, Gao, Dolan: deltaBLEU: A "
    "Discriminative Metric for Generation Tasks with Intrinsically Diverse Targets. ACL 2015",
    "Goodman & Kruskal 1954": "Goodman, Kruskal: Measures of Association for Cross Classifications. Journal "
    "of the American Statistical Association 49, 1954",
    "Hendrickson et al. 1970": "Hendrickson, Stanley, Hills: Olkin's New Formula for Significance of r13 vs. "
    "r23 Compared with Hotelling's Method. American Educational Research Journal 7, 1970",
    "Hittner et al. 2003": "Hittner, May, Silver: A Monte Carlo Evaluation of Tests for Comparing Dependent "
    "Correlations. Journal of General Psychology 130, 2003",
    "Holm 1979": "Holm: A Simple Sequentially Rejective Multiple Test Procedure. Scandinavian Journal of "
    "Statistics 6, 1979",
    "Hotelling 1940": "Hotelling: The Selection of Variates for Use in Prediction. Annals of Mathematical "
    "Statistics 11, 1940",
    "Kendall 1938": "Kendall: A New Measure of Rank Correlation. Biometrika 30, 1938",
    "Kendall 1945": "Kendall: The Treatment of Ties in Ranking Problems. Biometrika 33, 1945",
    "Koehn 2004": "Koehn: Statistical Significance Tests for Machine Translation Evaluation. EMNLP 2004",
    "Kocmi et al. 2021": "Kocmi, Federmann, Grundkiewicz, Junczys-Dowmunt, Matsushita, Menezes: To Ship or "
    "Not to Ship: An Extensive Evaluation of Automatic Metrics for Machine Translation. WMT 2021",
    "Kocmi et al. 2024": "Kocmi, Zouhar, Federmann, Post: Navigating the Metrics Maze: Reconciling Score "
    "Magnitudes and Accuracies. ACL 2024",
    "Krippendorff 2011": "Krippendorff: Computing Krippendorff's Alpha-Reliability. University of "
    "Pennsylvania, 2011",
    "Laird & Ware 1982": "Laird, Ware: Random-Effects Models for Longitudinal Data. Biometrics 38, 1982",
    "Lin 2004": "Lin: ROUGE: A Package for Automatic Evaluation of Summaries. Text Summarization Branches "
    "Out, 2004",
    "Lin & Och 2004": "Lin, Och: ORANGE: a Method for Evaluating Automatic Evaluation Metrics for Machine "
    "Translation. COLING 2004",
    "Macháček & Bojar 2013": "Macháček, Bojar: Results of the WMT13 Metrics Shared Task. WMT 2013",
    "Macháček & Bojar 2014": "Macháček, Bojar: Results of the WMT14 Metrics Shared Task. WMT 2014",
    "Mathur, Baldwin & Cohn 2020": "Mathur, Baldwin, Cohn: Tangled up in BLEU: Reevaluating the Evaluation "
    "of Automatic Machine Translation Evaluation Metrics. ACL 2020",
    "Mathur et al. 2020": "Mathur, Wei, Freitag, Ma, Bojar: Results of the WMT20 Metrics Shared Task. "
    "WMT 2020",
    "Meng et al. 1992": "Meng, Rosenthal, Rubin: Comparing Correlated Correlation Coefficients. "
    "Psychological Bulletin 111, 1992",
    "Montiel Olea & Plagborg-Møller 2019": "Montiel Olea, Plagborg-Møller: Simultaneous Confidence Bands: "
    "Theory, Implementation, and an Application to SVARs. Journal of Applied Econometrics 34, 2019",
    "Olkin 1967": "Olkin: Correlations Revisited. In: Improving Experimental Design and Statistical "
    "Analysis. Rand McNally, 1967",
    "Papineni et al. 2002": "Papineni, Roukos, Ward, Zhu: BLEU: a Method for Automatic Evaluation of Machine "
    "Translation. ACL 2002",
    "Popović 2015": "Popović: chrF: Character n-gram F-score for Automatic MT Evaluation. WMT 2015",
    "Riezler & Maxwell 2005": "Riezler, Maxwell: On Some Pitfalls in Automatic Evaluation and Significance "
    "Testing for MT. ACL workshop on intrinsic and extrinsic evaluation measures, 2005",
    "Schwarzkopf et al. 2012": "Schwarzkopf, de Haas, Rees: Better Ways to Improve Standards in "
    "Brain-Behavior Correlation Analysis. Frontiers in Human Neuroscience 6, 2012",
    "Shrout & Fleiss 1979": "Shrout, Fleiss: Intraclass Correlations: Uses in Assessing Rater Reliability. "
    "Psychological Bulletin 86, 1979",
    "Snover et al. 2006": "Snover, Dorr, Schwartz, Micciulla, Makhoul: A Study of Translation Edit Rate with "
    "Targeted Human Annotation. AMTA 2006",
    "Somers 1962": "Somers: A New Asymmetric Measure of Association for Ordinal Variables. American "
    "Sociological Review 27, 1962",
    "Spearman 1904": "Spearman: The Proof and Measurement of Association between Two Things. American "
    "Journal of Psychology 15, 1904",
    "Spearman 1910": "Spearman: Correlation Calculated from Faulty Data. British Journal of Psychology 3, "
    "1910",
    "Steiger 1980": "Steiger: Tests for Comparing Elements of a Correlation Matrix. Psychological "
    "Bulletin 87, 1980",
    "Stuart 1953": "Stuart: The Estimation and Comparison of Strengths of Association in Contingency "
    "Tables. Biometrika 40, 1953",
    "Thompson et al. 2024": "Thompson, Mathur, Deutsch, Khayrallah: Improving Statistical Significance in "
    "Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy. WMT 2024",
    "Vedantam et al. 2015": "Vedantam, Zitnick, Parikh: CIDEr: Consensus-based Image Description "
    "Evaluation. CVPR 2015",
    "Westfall & Young 1993": "Westfall, Young: Resampling-Based Multiple Testing. Wiley, 1993",
    "Wilcox 1994": "Wilcox: The Percentage Bend Correlation Coefficient. Psychometrika 59, 1994",
    "Wilcox 2004": "Wilcox: Inferences Based on a Skipped Correlation Coefficient. Journal of Applied "
    "Statistics 31, 2004",
    "Wilcox 2012": "Wilcox: Introduction to Robust Estimation and Hypothesis Testing. Academic Press, 2012",
    "Williams 1959": "Williams: The Comparison of Regression Variables. Journal of the Royal Statistical "
    "Society B 21, 1959",
    "Zou 2007": "Zou: Toward Using Confidence Intervals to Compare Correlations. Psychological "
    "Methods 12, 2007",
}
