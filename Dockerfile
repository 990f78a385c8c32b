# The service as an image: https://docs.docker.com/reference/dockerfile/. What it keeps is in the volume /data.

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
COPY telemetry ./telemetry
COPY deploy/trim-image.ts ./deploy/
# Not `--omit=optional`: sharp's libraries are optional packages too. Only the Node of the lockfile is left out.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-bin-* node_modules/node-linux-* node_modules/.bin/node \
  && node deploy/trim-image.ts

FROM node:26-slim
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY packages ./packages
COPY telemetry ./telemetry
COPY src ./src
# The exam room, which pages of the service show.
COPY clients/typescript/src ./clients/typescript/src
RUN mkdir /data && chown node:node /data
# A folder within the volume, because a restore swaps the folder, and a mount cannot be swapped.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/platform
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.BASE_PATH?.replace(/[/]+$/, '') ?? ''}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=8", "--min-semi-space-size=8", "--disable-warning=ExperimentalWarning", "--import", "./src/compile-cache.mjs", "src/main.ts"]
