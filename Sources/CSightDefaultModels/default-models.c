#include "sight-default-models.h"

// `#embed` is C23; clang knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const _Alignas(64) unsigned char localizer[] = {
#embed "models/localizer.tflite"
};

static const _Alignas(64) unsigned char classifier[] = {
#embed "models/classifier.tflite"
};

sight_embedded_model sight_default_localizer(void) {
    return (sight_embedded_model){localizer, sizeof localizer};
}

sight_embedded_model sight_default_classifier(void) {
    return (sight_embedded_model){classifier, sizeof classifier};
}
