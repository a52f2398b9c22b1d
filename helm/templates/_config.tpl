{{- /* All of these take {root, name, service}: the chart's root, the service's name, its block merged over the defaults. */ -}}

{{- /* The value that decides whether the service is deployed: off, on or remove. Takes {root, service}. */ -}}
{{- define "assay.switch" -}}
{{- with .service.switch }}{{ get $.root.Values . }}{{ else }}on{{ end -}}
{{- end }}

{{- /* What the service reads from its environment, secrets aside. */ -}}
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
{{- $_ := set $settings "TOKIO_WORKER_THREADS" .service.workerThreads -}}
{{- if .service.databasePool -}}
{{- $_ := set $settings (printf "%s_DATABASE_POOL" $prefix) .service.databasePool -}}
{{- end -}}
{{- if .root.Values.telemetry.endpoint -}}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" .root.Values.telemetry.endpoint -}}
{{- end -}}
{{- $caller := .name -}}
{{- $root := .root -}}
{{- range $name, $block := .root.Values.services -}}
{{- if has $caller $block.calledBy -}}
{{- $address := include "assay.component" (dict "root" $root "name" $name) -}}
{{- $_ := set $settings (printf "%s_URL" (upper $name | replace "-" "_")) (printf "http://%s:9100" $address) -}}
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

{{- /* The keys of the Secret that the service is given, as a JSON list. */ -}}
{{- define "assay.secretKeys" -}}
{{- $keys := list -}}
{{- range $key, $given := .service.secrets -}}
{{- if $given -}}
{{- $keys = append $keys $key -}}
{{- end -}}
{{- end -}}
{{ sortAlpha $keys | toJson }}
{{- end }}

{{- /*
Connections of one pod of each service with a database, as JSON. Every pod at full scale, one pod of surge for each service
included, has one connection that listens and a pool of at least two; what is left of 80 % of postgres.maxConnections is
shared by weight. The fifth beyond serves migrations, administrators and imports of numbers (two more a pod while one
runs). Beyond 16 a pool makes Postgres no faster. Takes the chart's root.
*/ -}}
{{- define "assay.pools" -}}
{{- $allowed := div (mul (int .Values.postgres.maxConnections) 8) 10 -}}
{{- $pods := dict -}}
{{- $all := 0 -}}
{{- $least := 0 -}}
{{- $weights := 0 -}}
{{- range $name, $block := .Values.services -}}
{{- if or $block.databaseWeight $block.databasePool -}}
{{- $service := mustMergeOverwrite (deepCopy $.Values.defaults) $block -}}
{{- $count := add 1 (ternary $service.autoscaling.maxReplicas $service.replicas $service.autoscaling.enabled | int) -}}
{{- $_ := set $pods $name $count -}}
{{- $all = add $all $count -}}
{{- $least = add $least (mul $count (add 1 (default 2 $block.databasePool | int))) -}}
{{- if not $block.databasePool -}}
{{- $weights = add $weights (mul $count (int $block.databaseWeight)) -}}
{{- end -}}
{{- else if $block.migrate -}}
{{- fail (printf "services.%s.databaseWeight is missing: it has a database" $name) -}}
{{- end -}}
{{- end -}}
{{- if gt (int $least) (int $allowed) -}}
{{- fail (printf "%d pods with a database (at full scale, with one more of each service while it is updated) open at least %d connections, more than 80 %% of postgres.maxConnections (%d): raise it with the server's, or lower replicas, autoscaling.maxReplicas or databasePool" $all $least (int .Values.postgres.maxConnections)) -}}
{{- end -}}
{{- $pools := dict -}}
{{- range $name, $count := $pods -}}
{{- $block := get $.Values.services $name -}}
{{- if $block.databasePool -}}
{{- $_ := set $pools $name (int $block.databasePool) -}}
{{- else -}}
{{- $_ := set $pools $name (min 16 (add 2 (div (mul (sub $allowed $least) (int $block.databaseWeight)) $weights))) -}}
{{- end -}}
{{- end -}}
{{ toJson $pools }}
{{- end }}
