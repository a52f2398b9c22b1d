{{- /*
Connections of one pod of each service with a database, as JSON. Every pod at full scale, one pod of surge for each service
included, has one connection that listens and a pool of at least two; what is left of 80% of postgres.maxConnections is
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
{{- fail (printf "%d pods with a database (at full scale, with one more of each service while it is updated) open at least %d connections, more than 80%% of postgres.maxConnections (%d): raise it with the server's, or lower replicas, autoscaling.maxReplicas or databasePool" $all $least (int .Values.postgres.maxConnections)) -}}
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
