"""Trains the localizer on boxes, by default from the weights of `train_backbone.py`.

    python train_localizer.py --work ../../training

Run the same command again to continue from the last checkpoint.
"""

from pathlib import Path

import tensorflow as tf

import labels
import losses
import network
import predict
import recipe
import scenes


def main():
    parser = recipe.parser(__doc__, "localizer", side=224, batch=32, steps=4000, rate=1.0e-3)
    parser.add_argument("--mosaic", type=float, default=0.5, help="share of the samples that are mosaics of images")
    parser.add_argument("--whole", type=float, default=0.35, help="share of the others that show a whole image")
    parser.add_argument("--blend", type=float, default=0.0, help="share of the samples that blend two")
    parser.add_argument("--box-weight", type=float, default=5.0, help="weight of the GIoU loss; the score loss has 1")
    parser.add_argument("--fit-weight", type=float, default=0.0, help="weight of the loss by a power of the IoU")
    parser.add_argument("--frozen", nargs="*", default=[], metavar="NAME", help="prefixes of layers not to train")
    parser.add_argument("--horizon", type=int, default=1500, metavar="STEPS", help="steps that the averaged weights cover")
    parser.add_argument("--kind", choices=network.KINDS, default="dense", help="kind of the network")
    parser.add_argument("--still", action="store_true", help="keep the statistics of all normalizations")
    parser.add_argument("--coarse", action="store_true", help="round the tensors as the exported file does")
    parser.add_argument("--no-teachers", action="store_true", help="learn from labeled boxes only")
    parser.add_argument("--teacher", type=Path, metavar="FILE.tflite",
                        help="a localizer with calibrated scores that adds boxes to each sample")
    options = parser.parse_args()
    split = recipe.training_split(options, bfloat16=options.kind == "dense")
    said = {} if options.no_teachers else labels.teacher_boxes(options.work)
    source = scenes.Scenes(split, options.side, options.mosaic, options.whole, said, options.blend,
                           predict.per_thread(options.teacher) if options.teacher else None)
    model = network.localizer(options.side, kind=options.kind)
    recipe.start(options, model, recipe.backbone(options))
    for layer in model.layers:
        layer.trainable = not layer.name.startswith(tuple(options.frozen))
        layer.still, layer.coarse = options.still, options.coarse
    levels = network.levels(options.side, options.kind)
    print(f"{len(source.indices)} images, {len(said)} seen by teachers, {model.count_params()} weights", flush=True)

    def loss(images, boxes, trust, belief):
        encodings, logits = model(tf.cast(images, tf.float32) / 127.5 - 1.0, training=True)
        return losses.localizer(encodings, logits, boxes, trust, belief, levels, options.box_weight, options.fit_weight)

    recipe.run(options, model, source, loss, horizon=options.horizon)


if __name__ == "__main__":
    main()
