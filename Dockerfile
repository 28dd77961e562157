# syntax=docker/dockerfile:1

# The Node version pinned in package.json for development. The oldest supported line is 24, from 24.7.
ARG NODE_VERSION=26.9.0

FROM node:${NODE_VERSION}-trixie-slim AS source
WORKDIR /app
COPY . .

# The browser applications and the SDK, built here with dev dependencies that the image does not contain.
FROM source AS web
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build && mkdir /web && cp -r --parents */dist /web

# The server needs no build: Node runs TypeScript directly.
FROM source AS server
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspace server --workspace formats --workspace contract --no-audit --no-fund

FROM node:${NODE_VERSION}-trixie-slim
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:$PATH \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=server /app/package.json ./
COPY --from=server /app/node_modules node_modules
COPY --from=server /app/contract contract
COPY --from=server /app/formats formats
COPY --from=server /app/server server
COPY --from=server /app/docs/parceiro docs/parceiro
COPY --from=web /web ./
# Code belongs to root and is read-only. The service can write only to its data folder.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
# Liveness, not readiness: restarting the container does not repair a database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["estante", "serve"]
