d=1 v=4.5 p=1 li=0.5 rt=1
d=1 v=4.5 p=4 li=4 rt=1
d=1 v=4.5 p=9 li=13.5 rt=1
d=1 v=4.5 p=16 li=32 rt=1
d=2 v=4.5 p=16 li=99 rt=1
