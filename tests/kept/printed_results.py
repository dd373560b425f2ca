"""Tables of other programs' results that the linter looks at, by a name."""

RESULTS = {
    "ties": "coefficient,ties,reliability\nkendall,discordant,\nspa,discordant,0.9\nkendall,,0.5\n",
    "drawn": "resampled,population,value,value_without,rounded,coefficient\n"
    "inputs,,0.921,0.419,2,kendall\ninputs,these systems,0.5,0.4,2,pearson\n"
    "inputs,all inputs,0.5,0.39,,\nsystems,,-0.3,-0.1,3,\n",
    "tests": "group,p,correction,draws\n"
    "a,0.01,,\na,0.04,none,\na,0.5,no,\nb,0,holm,1000\nb,0.2,,\nc,0.000,,\n",
    "signs": "value,value_other,value_between,n,p,test,alternative\n"
    "-0.4,0.3,0.5,45,.272,williams,greater\n0.4,0.3,-0.5,45,.272,williams1959,greater\n"
    "-.2,.5,.4,30,.1,steiger,less\n-.2,.5,.4,30,.1,nobody,\n",
    "freedom": "test,n,df,p,statistic,value,value_other,value_between,alternative\n"
    "williams,50,48,,,,,,\nwilliams,50,47,,,,,,\nwilliams1959,50,,.209243,1.272734,,,,\n"
    "williams,50,,.209373,1.272734,,,,\nwilliams,50,,.104621,1.272734,,,,greater\nwilliams,3,,.2,1,,,,\n"
    "williams,20,,.005096,,.9,.5,.4,\nwilliams,20,,.005386,,.9,.5,.4,\nwilliams,20,,.0051,,.9,.5,.4,\n"
    "williams,9,,.0369356,-2.1,,,,less\nwilliams,9,,.0369356,2.1,,,,less\n",
    "sizes": "group,value,low,high,n,confidence,interval,coefficient\n"
    "a,.484,.415,.546,252,,,pearson\na,.405,.331,.474,252,,fisher,pearson\nb,.5,.16,.74,28,,,\n"
    "c,.5,.16,.74,15,,,kendall\nd,.5,.2,.7,40,.9,,\ne,.5,.4,.6,10,,percentile,\nf,.5,.4,.6,0,,,\n"
    "g,.5,.4,.6,9,,,tau\nh,.30,.10,.48,90,,,\n",
    "means": "group,result,part,value,p,n_parts\n"
    "a,x,mean,.40,.3045,\na,x,one,.3,.4000,\na,x,two,.5,.2090,\n"
    "b,x,mean,.547,,11\nb,x,one,.60,.01,\nb,x,two,.494,.02,\n"
    "c,x,mean,.60,,\nc,x,one,.60,.01,\nc,x,two,.10,.5,\nc,y,mean,.1,,\nc,x,,.9,.01,\n"
    "d,x,mean,.35,.2,2\nd,x,one,.60,.2,\nd,x,two,.10,.2,\n",
    "scaled": "coefficient,value,p,n,test,value_other,part\n"
    'pearson+spearman,.5,,,,,\n"pearson, kendall",.5,,,,,\n,.75,.0005,45,,,\npearson,.5,1,45,t,,\n'
    "pearson,.75,.0005,45,williams,,\npearson,.75,.0005,45,,.2,\n,.75,.0005,45,,,mean\n,.75,.2,2,,,\n",
    "stated": "coefficient,group,result,order,value,ties,share,centre,draws,planned,undefined,n_used,"
    "n_parts\n"
    "spa,a,x,one,.5,half,,,,,dropped,3,3\nspa,a,x,two,.4,,1,d,10,10,0,2,3\nspa,a,y,two,.5,dropped,.8,|d|,9,10,"
    "one,,\nSPA,b,x,one,.5,1,1.5,abs( d ),11,10,1.0,3,2\nkendall,b,x,two,.1,1,,2d,,,nan,,\n"
    "spa,b,x,one,.6,,,2 * d,,,zero,,\n",
    "shifted": "shift,interval,n_used\n.871,percentile,3\n.76,basic,\n.75,percentile,\n.2,percentile,\n",
    "unknown": "metric,value\na,1\n",
    "no number": "value,p\n.5,x\n",
    "empty": "value,p\n",
}
