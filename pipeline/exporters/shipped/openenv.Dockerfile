# Packages come from PyPI only. Build here: docker build -t IMAGE .
FROM python:3.12-slim
RUN useradd --create-home --uid 1000 spade
WORKDIR /app
COPY . .
RUN pip install --no-cache-dir .
USER spade
EXPOSE 8000
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health')"
# Inside a container loopback would be unreachable; publish to the host's loopback only: -p 127.0.0.1:8000:8000
CMD ["python", "-m", "PACKAGE.app", "--host", "0.0.0.0"]
