"""Holds the service against unmodified clients of the Open Inference Protocol.

    pip install 'tritonclient[http,grpc]'
    python Serving/Scripts/test-clients.py --serve …/sight-serve --sight …/sight MODEL.tflite …

Every model is asked for over REST (JSON and binary) and gRPC; each output must be, bit for bit, what
`sight model run` writes for the same input.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import tritonclient.grpc as grpc
import tritonclient.http as http
from tritonclient.utils import InferenceServerException, triton_to_np_dtype


class Service:
    """A running sight-serve."""

    def __init__(self, program, repository):
        self.process = subprocess.Popen(
            [program, "--repository", repository, "--port", "0", "--grpc-port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.http = self.grpc = None
        while not (self.http and self.grpc):
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the service did not start")
            address = re.search(r"127\.0\.0\.1:\d+", line)[0]
            if line.startswith("gRPC"):
                self.grpc = address
            else:
                self.http = address

    def stop(self):
        self.process.terminate()
        return self.process.wait()


def make_inputs(metadata, random):
    arrays = {}
    for tensor in metadata["inputs"]:
        shape = [1 if extent == -1 else int(extent) for extent in tensor["shape"]]
        dtype = triton_to_np_dtype(tensor["datatype"])
        if np.issubdtype(dtype, np.floating):
            arrays[tensor["name"]] = random.random(shape, dtype=np.float32).astype(dtype)
        else:
            information = np.iinfo(dtype)
            arrays[tensor["name"]] = random.integers(
                max(information.min, -128), min(information.max, 255), shape, dtype=dtype,
                endpoint=True)
    return arrays


def expected(sight, path, metadata, arrays):
    with tempfile.TemporaryDirectory() as folder:
        words = []
        for index, tensor in enumerate(metadata["inputs"]):
            file = os.path.join(folder, f"in{index}.npy")
            np.save(file, arrays[tensor["name"]])
            words += ["--input", f"{index}={file}"]
        subprocess.run([sight, "model", "run", path, *words, "--output-dir", folder], check=True)
        return [np.load(os.path.join(folder, f"{index}.npy"))
                for index in range(len(metadata["outputs"]))]


def infer(client, kind, name, metadata, arrays, binary):
    inputs = []
    for tensor in metadata["inputs"]:
        array = arrays[tensor["name"]]
        entry = kind.InferInput(tensor["name"], list(array.shape), tensor["datatype"])
        if kind is http:
            entry.set_data_from_numpy(array, binary_data=binary)
        else:
            entry.set_data_from_numpy(array)
        inputs.append(entry)
    outputs = [kind.InferRequestedOutput(tensor["name"], binary_data=binary) if kind is http
               else kind.InferRequestedOutput(tensor["name"]) for tensor in metadata["outputs"]]
    answer = client.infer(name, inputs, outputs=outputs, request_id="r1")
    return [answer.as_numpy(tensor["name"]) for tensor in metadata["outputs"]]


def check(name, path, service, sight, random):
    over_http = http.InferenceServerClient(service.http)
    over_grpc = grpc.InferenceServerClient(service.grpc)
    assert over_http.is_model_ready(name) and over_grpc.is_model_ready(name)
    metadata = over_http.get_model_metadata(name)
    same = over_grpc.get_model_metadata(name, as_json=True)
    assert same["name"] == name and same["versions"] == metadata["versions"] == ["1"]
    assert [t["name"] for t in same["inputs"]] == [t["name"] for t in metadata["inputs"]]
    arrays = make_inputs(metadata, random)
    wanted = expected(sight, path, metadata, arrays)
    for way, client, kind, binary in [
            ("REST, JSON", over_http, http, False), ("REST, binary", over_http, http, True),
            ("gRPC", over_grpc, grpc, True)]:
        found = infer(client, kind, name, metadata, arrays, binary)
        for want, got in zip(wanted, found, strict=True):
            assert want.shape == got.shape and want.dtype == got.dtype, (want.shape, got.shape)
            assert want.tobytes() == got.tobytes(), f"{name} over {way} differs"
        print(f"{name}: {way}: {len(found)} outputs, equal")


def check_refusals(service, name):
    for kind, address in [(http, service.http), (grpc, service.grpc)]:
        client = kind.InferenceServerClient(address)
        array = np.zeros([1, 2], dtype=np.float32)
        entry = kind.InferInput("nonsense", [1, 2], "FP32")
        entry.set_data_from_numpy(array)
        for model, version in [("none", ""), (name, "77"), (name, "")]:
            try:
                client.infer(model, [entry], model_version=version)
            except InferenceServerException as error:
                print(f"refused ({error.status()}): {error.message()}")
            else:
                sys.exit(f"{model} {version} was answered")
        assert not client.is_model_ready("none")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--serve", required=True)
    parser.add_argument("--sight", required=True)
    parser.add_argument("models", nargs="+")
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as repository:
        names = {}
        for path in arguments.models:
            name = os.path.splitext(os.path.basename(path))[0]
            folder = os.path.join(repository, name, "1")
            os.makedirs(folder)
            shutil.copy(path, os.path.join(folder, "model.tflite"))
            names[name] = path
        service = Service(arguments.serve, repository)
        try:
            client = http.InferenceServerClient(service.http)
            assert client.is_server_live()
            while not client.is_server_ready():
                pass
            over_grpc = grpc.InferenceServerClient(service.grpc)
            assert over_grpc.is_server_live() and over_grpc.is_server_ready()
            print(client.get_server_metadata(),
                  over_grpc.get_server_metadata(as_json=True)["name"])
            for name, path in names.items():
                check(name, path, service, arguments.sight, random)
            check_refusals(service, next(iter(names)))
        finally:
            status = service.stop()
        assert status == 0, status


if __name__ == "__main__":
    main()
