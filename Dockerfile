FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN node scripts/start.mjs prepare
RUN node scripts/keep-server.mjs

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/shared ./shared
COPY --from=build /app/engine ./engine
COPY --from=build /app/mock-server ./mock-server
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "built"]
