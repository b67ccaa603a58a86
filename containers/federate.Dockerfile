# A container with the packages that compile and run a federate:
#
#   docker build -f containers/rtig.Dockerfile --target packages -t triad-packages .
#   docker build -f containers/federate.Dockerfile -t triad-federate .
#   docker run --rm -v "$PWD:/federate" triad-federate make
#   docker run --rm -v "$PWD:/federate" -e RTI_URL=tcp://HOST:60400 triad-federate ./my_federate
#
# The examples are in /opt/triad/share/triad/examples.
ARG PACKAGES=triad-packages
FROM ${PACKAGES} AS packages

FROM docker.io/library/debian:12-slim AS federate
COPY --from=packages /packages /packages
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make cmake pkg-config /packages/*.deb \
  && rm -rf /var/lib/apt/lists/* /packages \
  && useradd --create-home federate
ENV RTI_HOME=/opt/triad CERTI_HOME=/opt/triad
USER federate
WORKDIR /federate
CMD ["bash"]
