#include "../include/conf.h"
