/* the comment language: grammar, parser, printer, binding, writing back */
#pragma once

#include "annotations/bind.h"
#include "annotations/cexpr.h"
#include "annotations/comment.h"
#include "annotations/declare.h"
#include "annotations/directive.h"
#include "annotations/external.h"
#include "annotations/fingerprint.h"
#include "annotations/mean.h"
#include "annotations/section.h"
#include "annotations/sidecar.h"
#include "annotations/write.h"
#include "annotations/write_model.h"
#include "annotations/write_outline.h"
