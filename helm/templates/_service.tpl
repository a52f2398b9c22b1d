{{- /* The objects of one service. All of these take {root, name, service}. */ -}}

{{- define "assay.serviceaccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata: {{- include "assay.metadata" . | nindent 2 }}
automountServiceAccountToken: false
{{- end }}

{{- /* Also takes `owns`: whether the container logs in as the owner of the tables, not as the service. */ -}}
{{- define "assay.container" -}}
image: {{ include "assay.image" . }}
imagePullPolicy: {{ .service.image.pullPolicy }}
envFrom:
  - configMapRef:
      name: {{ include "assay.component" . }}
{{- $secrets := include "assay.secretKeys" . | fromJsonArray }}
{{- $database := printf "%s_DATABASE_URL" (upper .name | replace "-" "_") }}
{{- if .owns }}
{{- $secrets = without $secrets $database }}
{{- end }}
{{- if or $secrets .owns }}
env:
  {{- range $secrets }}
  - name: {{ . }}_FILE
    value: /run/secrets/assay/{{ . }}
  {{- end }}
  {{- if .owns }}
  - name: {{ $database }}_FILE
    value: /run/secrets/owner/{{ include "assay.ownerKey" . }}
  {{- end }}
{{- end }}
volumeMounts:
  {{- if $secrets }}
  - { name: secrets, mountPath: /run/secrets/assay, readOnly: true }
  {{- end }}
  {{- if .owns }}
  - { name: owner, mountPath: /run/secrets/owner, readOnly: true }
  {{- end }}
  - { name: own-keys, mountPath: {{ printf "/run/secrets/keys/%s" .name }}, readOnly: true }
  - { name: public-keys, mountPath: /run/secrets/keys/public, readOnly: true }
  {{- if .root.Values.tls.enabled }}
  - { name: tls, mountPath: /run/secrets/tls, readOnly: true }
  {{- end }}
resources: {{- toYaml .service.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "assay.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata: {{- include "assay.metadata" . | nindent 2 }}
spec:
  {{- if .root.Values.maintenance }}
  replicas: 0
  {{- else if not .service.autoscaling.enabled }}
  replicas: {{ int .service.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels: {{- include "assay.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "assay.labels" . | nindent 8 }}
        {{- with .service.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/config: {{ include "assay.environment" . | sha256sum }}
        checksum/secrets: {{ .root.Values.secrets | toJson | sha256sum }}
        {{- with .service.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "assay.component" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ int .service.terminationGracePeriodSeconds }}
      {{- with .service.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
      {{- if .service.migrate }}
      initContainers:
        - name: migrate
          args: [migrate]
          {{- include "assay.container" (merge (dict "owns" true) .) | nindent 10 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          args: [serve]
          {{- include "assay.container" . | nindent 10 }}
          ports:
            {{- if eq .service.kind "grpc" }}
            - { name: grpc, containerPort: 9100 }
            {{- else if eq .service.kind "http" }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            - { name: admin, containerPort: 9090 }
          startupProbe:
            httpGet: { path: /livez, port: admin }
            periodSeconds: 1
            timeoutSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /livez, port: admin }
            periodSeconds: 10
            timeoutSeconds: 2
            failureThreshold: 3
          readinessProbe:
            httpGet: { path: /readyz, port: admin }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - topologyKey: {{ . }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "assay.selector" $ | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      {{- with .service.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .service.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .service.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      volumes:
        # Replaced while the pod runs: it reads them again every few seconds.
        - name: own-keys
          secret: { secretName: {{ include "assay.component" . }}-keys, defaultMode: 0440 }
        - name: public-keys
          secret: { secretName: {{ include "assay.fullname" .root }}-public-keys, defaultMode: 0440 }
        {{- if .root.Values.tls.enabled }}
        - name: tls
          secret: { secretName: {{ include "assay.component" . }}-tls, defaultMode: 0440 }
        {{- end }}
        {{- if .service.migrate }}
        - name: owner
          secret:
            secretName: {{ include "assay.secretName" .root }}
            defaultMode: 0440
            items:
              - { key: {{ include "assay.ownerKey" . }}, path: {{ include "assay.ownerKey" . }} }
        {{- end }}
        {{- with include "assay.secretKeys" . | fromJsonArray }}
        - name: secrets
          secret:
            secretName: {{ include "assay.secretName" $.root }}
            defaultMode: 0440
            items:
              {{- range . }}
              - { key: {{ include "assay.secretKey" (dict "name" $.name "setting" .) }}, path: {{ . }} }
              {{- end }}
        {{- end }}
{{- end }}

{{- /* gRPC keeps connections open, so callers balance by themselves over every pod address: headless. */ -}}
{{- define "assay.network" -}}
apiVersion: v1
kind: Service
metadata: {{- include "assay.metadata" . | nindent 2 }}
spec:
  type: ClusterIP
  {{- if eq .service.kind "grpc" }}
  clusterIP: None
  publishNotReadyAddresses: false
  {{- end }}
  selector: {{- include "assay.selector" . | nindent 4 }}
  ports:
    {{- if eq .service.kind "grpc" }}
    - { name: grpc, port: 9100, targetPort: grpc, appProtocol: {{ .root.Values.tls.enabled | ternary "https" "kubernetes.io/h2c" }} }
    {{- else if eq .service.kind "http" }}
    - { name: http, port: 80, targetPort: http, appProtocol: http }
    {{- end }}
    - { name: admin, port: 9090, targetPort: admin, appProtocol: http }
{{- end }}
