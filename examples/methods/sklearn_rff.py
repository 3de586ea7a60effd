"""Random Fourier features and stochastic gradients, by scikit-learn: python3 sklearn_rff.py FOLDER"""
import os
import sys

import numpy as np
from sklearn.kernel_approximation import RBFSampler
from sklearn.linear_model import SGDClassifier

folder = sys.argv[1]
train, test, labels = (np.load(f"{folder}/{name}.npy") for name in ("train", "test", "labels"))
seed = int(os.environ["FDSKL_SEED"]) % 2**32
sampler = RBFSampler(
    gamma=float(os.environ["FDSKL_SETTING_gamma"]),
    n_components=int(os.environ["FDSKL_SETTING_features"]),
    random_state=seed,
)
train, test = sampler.fit_transform(train), sampler.transform(test)
model = SGDClassifier(loss="log_loss", random_state=seed)
for epoch in range(1, 21):
    model.partial_fit(train, labels, classes=[-1, 1])
    np.save(f"{folder}/epoch-{epoch}.npy", model.decision_function(test))
    print(f"fdskl point {epoch} epoch-{epoch}.npy", flush=True)  # a point of the curve; may be left out
np.save(f"{folder}/decision.npy", model.decision_function(test))
