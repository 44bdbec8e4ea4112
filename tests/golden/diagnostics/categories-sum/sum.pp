p=2 li=0.2 tt=0.8 rt=0.5
