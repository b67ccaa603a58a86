# rtig in a container, from the tree:
#
#   docker build -f containers/rtig.Dockerfile -t triad-rtig .
#   docker run --rm -p 60400:60400/tcp triad-rtig
#
# Best effort then uses TCP; with `--network host` it uses UDP, too. Words after the image's name are
# options of rtig. `--target packages` makes only the Debian packages, for federate.Dockerfile. The build
# is without profile-guided optimization (scripts/build-pgo), which takes half an hour more on two cores.
FROM docker.io/library/debian:12-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ cmake ninja-build flex bison libxml2-dev \
    libboost1.81-dev libboost-program-options1.81-dev libyaml-cpp-dev libssl-dev libsqlite3-dev libzstd-dev file dpkg-dev \
  && rm -rf /var/lib/apt/lists/*
COPY . /src
WORKDIR /src
RUN cmake --preset release -DTRIAD_BUILD_TESTS=OFF -DTRIAD_BUILD_EXAMPLES=OFF \
  && cmake --build --preset release \
  && mkdir /packages \
  && cd /packages \
  && cpack --config /src/build/release/CPackConfig.cmake -B /packages \
  && rm -rf /packages/_CPack_Packages

FROM docker.io/library/debian:12-slim AS packages
COPY --from=build /packages /packages

FROM docker.io/library/debian:12-slim AS rtig
COPY --from=build /packages /packages
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    /packages/libtriad-rti1_*.deb /packages/triad-rti_*.deb \
  && rm -rf /var/lib/apt/lists/* /packages \
  && useradd --system --home-dir /var/lib/rtig --create-home rtig
USER rtig
WORKDIR /var/lib/rtig
VOLUME /var/lib/rtig
ENV RTIG_LISTEN=tcp://0.0.0.0:60400 RTIG_SAVES=/var/lib/rtig/saves
EXPOSE 60400/tcp
STOPSIGNAL SIGTERM
ENTRYPOINT ["rtig"]
