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
    "signs at borders": "value,value_other,value_between,n,p,test,alternative\n"
    "-.400,-.300,.500,45,.482,williams,\n-.400,.300,.500,45,.990,williams,\n-.400,.300,.500,3,.2,williams,\n"
    "-.400,.300,.500,,.241,williams,greater\n-.300,.400,.500,45,.241,williams,less\n"
    ".400,.300,-.500,45,.241,williams,greater\n.400,.300,.500,45,.241,williams,greater\n",
    "freedom at borders": "test,n,df,p,statistic,value,value_other,value_between,alternative\n"
    "steiger,50,48,,,,,,\nwilliams,,48,,,,,,\nwilliams,50,,,1.272734,,,,\nwilliams,4,,.2724,1.5,,,,\n"
    "williams,20,,.00510,,.9,.5,.4,\nwilliams,50,,.209243,-1.272734,,,,\nwilliams,50,,.209243,,.9,,,\n"
    ",50,48,,,,,,\nwilliams,20,,.002548,,.9,.5,.4,greater\nwilliams,50,,.21,1.272734,,,,\n",
    "sizes at borders": "group,value,low,high,n,confidence,interval,coefficient\n"
    "a,.500,.156,.736,40,,,\nb,.500,.217,.706,40,.9,,\nc,.500,.277,.672,40,,,kendall\n"
    "d,.500,.452,.545,10,,,\ne,.5000,.4611,.5370,400,,,\nf,.50000,.49002,.50985,6000,,,\n"
    "g,.500,.156,.736,25000,,,\nh,.500,.156,.736,28,,,\nh,.500,.156,.736,40,,,\nh,.500,.217,.706,40,.9,,\n"
    "i,.500,.156,.736,1,,,\nj,.50,.156,.736,40,,,\nk,.500,.156,.736,40,,,\nk,.500,.452,.545,40,,,\n"
    "l,.500,.156,,40,,,\nm,.500,.156,.736,40,,,pearson\nm,.500,.156,.736,40,,,spearman\n"
    "m,.500,.156,.736,40,,,kendall\nn,.500,.156,.736,29,,,\nn,.50,.156,.736,29,,,\n"
    "o,.5000,.2774,.6717,40,,,kendall\np,.5000,.4635,.5348,400,,,\n",
    "means at borders": "group,result,part,value,p,n_parts\n"
    "a,x,mean,.40,.3045,\na,x,one,.3,.4000,\na,x,two,.5,,\nb,x,mean,.4,.40,\nb,x,one,.4,.40,\n"
    "c,x,mean,.4,.3045,\nc,x,one,.3,.40,\nc,x,two,.5,.2090,\n"
    "d,x,mean,.60,,2\nd,x,one,.60,.01,\nd,x,two,.60,.05,\n"
    "e,x,mean,.600,,\ne,x,one,.600,.05,\ne,x,two,.100,.051,\n"
    "f,x,mean,.60,,\nf,x,one,.60,.01,\nf,x,two,.60,.5,\ng,x,mean,.10,,\ng,x,one,.10,.2,\ng,x,two,.10,.5,\n"
    "h,x,mean,,.30,\nh,x,one,,.20,\nh,x,two,,.40,\n"
    "i,x,mean,.60,,3\ni,x,one,.90,.01,\ni,x,two,.60,.02,\ni,x,three,.30,.03,\n"
    "j,x,mean,.60,.90,\nj,x,one,.60,.20,\nj,x,two,.60,.40,\n"
    "k,x,mean,.60,,\nk,x,one,.60,.01,\nk,x,two,.10,.5,\nk,y,mean,.35,,\nk,y,one,.20,.5,\nk,y,two,.50,.01,\n"
    "l,x,mean,,,\nl,x,one,.60,.01,\nl,x,two,.10,.5,\n"
    "m,x,mean,.60,.3045,\nm,x,one,.60,.0100,\nm,x,two,.10,.5990,\nm,x,three,.90,,\n"
    "n,x,mean,.90,,11\nn,x,one,.60,.01,\nn,x,two,.10,.5,\no,x,mean,.6012,,\no,x,one,.60,.01,\no,x,two,.10,.5,\n",
    "scaled at borders": "coefficient,value,p,n,test,value_other,part\n"
    ",.50,1.0,3,,,\npearson,.50,.67,3,,,\nspearman,.75,.0005,45,,,\n,.75,.0005,45,pearson,,\n,.75,.0005,,,,\n"
    ",1.0,.000,45,,,\n,.5,.9,45,,,\n,.50,1.0,2,,,\n",
    "unknown": "metric,value\na,1\n",
    "no number": "value,p\n.5,x\n",
    "empty": "value,p\n",
}
