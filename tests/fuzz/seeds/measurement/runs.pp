d=32 v=4.5 p=2 li=0.018748 ip=0.002202 sl=0.276536
cl=0.077673 rc=0.037759 tt=1.313014 rt=0.900096
# remark
d=32 p=3 tag="a b" li=1 +ws=2 rt=3 machine=ksr
