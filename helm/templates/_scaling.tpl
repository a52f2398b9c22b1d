{{- /* All of these take {root, name, service}. */ -}}

{{- define "assay.autoscaler" -}}
{{- if and .service.autoscaling.enabled (not .root.Values.maintenance) -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {{- include "assay.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "assay.component" . }}
  minReplicas: {{ int .service.autoscaling.minReplicas }}
  maxReplicas: {{ int .service.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ int .service.autoscaling.targetCpu }}
  behavior:
    scaleUp:
      policies:
        - { type: Percent, value: 100, periodSeconds: 30 }
    scaleDown:
      stabilizationWindowSeconds: 300
      policies:
        - { type: Pods, value: 1, periodSeconds: 60 }
{{- end -}}
{{- end }}

{{- define "assay.disruptionbudget" -}}
{{- if .service.disruptionBudget.enabled -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {{- include "assay.metadata" . | nindent 2 }}
spec:
  maxUnavailable: {{ int .service.disruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "assay.selector" . | nindent 6 }}
{{- end -}}
{{- end }}

{{- define "assay.monitor" -}}
{{- if .root.Values.serviceMonitor.enabled -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "assay.metadata" . | nindent 2 }}
    {{- with .root.Values.serviceMonitor.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels: {{- include "assay.selector" . | nindent 6 }}
  endpoints:
    - port: admin
      path: /metrics
      interval: {{ .root.Values.serviceMonitor.interval }}
{{- end -}}
{{- end }}
