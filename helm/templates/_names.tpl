{{- define "assay.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "assay.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "assay.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "assay.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- /* The labels that never change during the life of a release; {root, name}. */ -}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: {{ include "assay.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "assay.component" -}}
{{ include "assay.fullname" .root }}-{{ .name }}
{{- end }}

{{- define "assay.metadata" -}}
name: {{ include "assay.component" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "assay.labels" . | nindent 2 }}
{{- end }}

{{- define "assay.secretName" -}}
{{- if .Values.secrets.create -}}
{{ include "assay.fullname" . }}-secrets
{{- else -}}
{{ required "secrets.existingSecret must name the Secret with the keys of your services, or secrets.create must be true" .Values.secrets.existingSecret }}
{{- end -}}
{{- end }}

{{- define "assay.publicUrl" -}}
{{ required "publicUrl must be the address people open, such as https://assay.example.org" .Values.publicUrl }}
{{- end }}

{{- define "assay.image" -}}
{{- $image := .service.image -}}
{{- $name := printf "%s/%s" $image.prefix .name -}}
{{- if $image.digest -}}
{{ printf "%s@%s" $name $image.digest }}
{{- else -}}
{{ printf "%s:%s" $name (default .root.Chart.AppVersion $image.tag) }}
{{- end -}}
{{- end }}

{{- /* YAML numbers reach a template as floats: 2592000 would print as 2.592e+06. */ -}}
{{- define "assay.setting" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ int64 . }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end }}
