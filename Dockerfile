# docker build -t sextant .
# Debian and not Alpine: llama.cpp and onnxruntime come as libraries for glibc.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /sextant
ENV NEXT_TELEMETRY_DISABLED=1 \
    NODE_LLAMA_CPP_SKIP_DOWNLOAD=true
COPY package.json package-lock.json .npmrc ./
# No install script runs: the only one that is needed elsewhere fetches Node, which is here.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build-console.ts && rm -rf .next/cache
# What builds and tests is left behind, and so are libraries for other systems.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-bin-* node_modules/node-linux-* \
           node_modules/onnxruntime-node/bin/napi-v*/darwin node_modules/onnxruntime-node/bin/napi-v*/win32 \
           bench e2e node_modules/.cache

FROM ${NODE_IMAGE}
# Of Debian, e.g. --build-arg PACKAGES="tesseract-ocr ffmpeg chromium": better recognition, more recordings, a browser.
ARG PACKAGES=""
RUN if [ -n "$PACKAGES" ]; then \
      apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /sextant
COPY --from=build /sextant ./
RUN mkdir -p /data /models && chown node:node /data /models
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    SEXTANT_DATA_DIR=/data \
    MODELS_DIR=/models
USER node
VOLUME ["/data", "/models"]
EXPOSE 3000
# Open answers may finish: docker stop has to wait for 35 s, as compose.yaml says.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.ts"]
