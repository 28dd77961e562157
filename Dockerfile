# syntax=docker/dockerfile:1

# The Node that package.json pins for development; 24 is the oldest line that runs the service (24.7 on).
ARG NODE_VERSION=26.9.0

FROM node:${NODE_VERSION}-trixie-slim AS source
WORKDIR /app
COPY . .

# What browsers load: built with its own tools, of which none goes on.
FROM source AS web
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build && mkdir /web && cp -r --parents */dist /web

# What runs needs no build: Node reads the TypeScript as it is.
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
COPY --from=web /web ./
# Code belongs to root and is only read; the folder of the data is all that the service may write.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
# Alive, not ready: restarting a container does not bring a database back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["estante", "serve"]
