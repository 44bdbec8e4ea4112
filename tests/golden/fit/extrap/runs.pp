n=64 p=1 tag=sweep li=0 rt=0.5
n=64 p=2 tag=sweep li=0.125 rt=0.5
n=64 p=2 tag=sweep li=0.25 rt=0.75
n=64 p=2 tag=solve rt=1.5
