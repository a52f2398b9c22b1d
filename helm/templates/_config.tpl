{{- /* All of these take {root, name, service}: the chart's root, the service's name, its block merged over the defaults. */ -}}

{{- /* The value that decides whether the service is deployed: off, on or remove. Takes {root, service}. */ -}}
{{- define "assay.switch" -}}
{{- with .service.switch }}{{ get $.root.Values . }}{{ else }}on{{ end -}}
{{- end }}

{{- /* The settings that the service reads from its environment, without the secrets. */ -}}
{{- define "assay.environment" -}}
{{- $prefix := upper .name | replace "-" "_" -}}
{{- $settings := dict (printf "%s_ADMIN_LISTEN" $prefix) "0.0.0.0:9090" -}}
{{- if eq .service.kind "grpc" -}}
{{- $_ := set $settings (printf "%s_LISTEN" $prefix) "0.0.0.0:9100" -}}
{{- else if eq .service.kind "http" -}}
{{- $_ := set $settings (printf "%s_LISTEN" $prefix) "0.0.0.0:8080" -}}
{{- end -}}
{{- with .service.switch -}}
{{- $_ := set $settings (snakecase . | upper) (ternary "on" "off" (eq (get $.root.Values .) "on")) -}}
{{- end -}}
{{- $_ := set $settings "PUBLIC_URL" (include "assay.publicUrl" .root) -}}
{{- $_ := set $settings "SERVICE_KEYS" "/run/secrets/keys" -}}
{{- if .root.Values.tls.enabled -}}
{{- $_ := set $settings "SERVICE_TLS" "/run/secrets/tls" -}}
{{- else -}}
{{- $_ := set $settings "PLAIN_LINKS" "allowed" -}}
{{- end -}}
{{- $_ := set $settings "WORKER_THREADS" .service.workerThreads -}}
{{- if .service.databasePool -}}
{{- $_ := set $settings (printf "%s_DATABASE_POOL" $prefix) .service.databasePool -}}
{{- end -}}
{{- $plain := get (merge (dict) .service.config $settings) "PLAIN_LINKS" -}}
{{- $here := "^http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:|/|$)" -}}
{{- if and (ne $plain "allowed") (regexMatch "^http://" .root.Values.publicUrl) (not (regexMatch $here .root.Values.publicUrl)) -}}
{{- fail "publicUrl must begin with https://, or defaults.config.PLAIN_LINKS be allowed: visitors are served over TLS" -}}
{{- end -}}
{{- if .root.Values.telemetry.endpoint -}}
{{- if and (ne $plain "allowed") (regexMatch "^http://" .root.Values.telemetry.endpoint) (not (regexMatch $here .root.Values.telemetry.endpoint)) -}}
{{- fail "telemetry.endpoint must begin with https://, or defaults.config.PLAIN_LINKS be allowed: services send no traces without TLS" -}}
{{- end -}}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" .root.Values.telemetry.endpoint -}}
{{- end -}}
{{- $caller := .name -}}
{{- $root := .root -}}
{{- range $name, $block := .root.Values.services -}}
{{- if has $caller $block.calledBy -}}
{{- $address := include "assay.component" (dict "root" $root "name" $name) -}}
{{- $_ := set $settings (printf "%s_URL" (upper $name | replace "-" "_")) (printf "%s://%s:9100" (ternary "https" "http" $root.Values.tls.enabled) $address) -}}
{{- end -}}
{{- end -}}
{{- range $key, $value := merge (dict) .service.config $settings }}
{{ $key }}: {{ include "assay.setting" $value | quote }}
{{- end }}
{{- end }}

{{- define "assay.configmap" -}}
apiVersion: v1
kind: ConfigMap
metadata: {{- include "assay.metadata" . | nindent 2 }}
data: {{- include "assay.environment" . | trim | nindent 2 }}
{{- end }}

{{- /* The key of the address at which the owner of the service's tables logs in. */ -}}
{{- define "assay.ownerKey" -}}
{{- printf "%s_OWNER_DATABASE_URL" (upper .name | replace "-" "_") -}}
{{- end }}

{{- /* The key of the Secret behind a setting: each service logs in to NATS and Redis as itself. Takes {name, setting}. */ -}}
{{- define "assay.secretKey" -}}
{{- if has .setting (list "NATS_URL" "REDIS_URL") -}}
{{- printf "%s_%s" (upper .name | replace "-" "_") .setting -}}
{{- else -}}
{{- .setting -}}
{{- end -}}
{{- end }}

{{- /* The secret settings of the service, as a JSON list. */ -}}
{{- define "assay.secretKeys" -}}
{{- $keys := list -}}
{{- range $key, $given := .service.secrets -}}
{{- if $given -}}
{{- $keys = append $keys $key -}}
{{- end -}}
{{- end -}}
{{ sortAlpha $keys | toJson }}
{{- end }}
