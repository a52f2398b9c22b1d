{{- /* Everything that is not named here is refused, in both directions. Takes {root, name, service}. */ -}}
{{- define "assay.networkpolicy" -}}
{{- if .root.Values.networkPolicy.enabled -}}
{{- $root := .root -}}
{{- $policy := .root.Values.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {{- include "assay.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels: {{- include "assay.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if eq .service.kind "http" }}
    - ports:
        - { port: http, protocol: TCP }
      {{- with $policy.gatewayFrom }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- else if .service.calledBy }}
    - ports:
        - { port: grpc, protocol: TCP }
      from:
        {{- range .service.calledBy }}
        {{- if ne (include "assay.switch" (dict "root" $root "service" (get $root.Values.services .))) "off" }}
        - podSelector:
            matchLabels: {{- include "assay.selector" (dict "root" $root "name" .) | nindent 14 }}
        {{- end }}
        {{- end }}
    {{- end }}
    - ports:
        - { port: admin, protocol: TCP }
      from:
        {{- if $policy.metricsFrom }}
        {{- toYaml $policy.metricsFrom | nindent 8 }}
        {{- else }}
        - podSelector: {}
        {{- end }}
  egress:
    - ports:
        - { port: 53, protocol: UDP }
        - { port: 53, protocol: TCP }
    {{- range $name, $block := .root.Values.services }}
    {{- if has $.name $block.calledBy }}
    - ports:
        - { port: 9100, protocol: TCP }
      to:
        - podSelector:
            matchLabels: {{- include "assay.selector" (dict "root" $root "name" $name) | nindent 14 }}
    {{- end }}
    {{- end }}
    {{- range .service.dependsOn }}
    {{- $dependency := get $policy.dependencies . | required (printf "%s depends on %s, which networkPolicy.dependencies does not name" $.name .) }}
    - ports: # {{ . }}
        {{- range $dependency.ports }}
        - { port: {{ int . }}, protocol: TCP }
        {{- end }}
      {{- with $dependency.to }}
      to: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
{{- end -}}
{{- end }}
