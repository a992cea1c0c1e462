/** Swagger UI's colours where they are too faint to read (WCAG 2.2, 1.4.3), in its light theme and its dark one, and its width on a phone. */

/** The sheet after Swagger UI's own. */
export const docsStyle = `
html .swagger-ui .info .title small, html .swagger-ui .info .title small.version-stamp { background: #3f4a56; }
html .swagger-ui .info .title small pre.version { color: #fff; }
html .swagger-ui :is(.info a, .info .base-url, .renderedMarkdown a, .link, .info__license a, .url) { color: #0b57b0; }
html .swagger-ui .btn.authorize { color: #1c6b45; border-color: #1c6b45; background: #fff; }
html .swagger-ui .btn.authorize svg { fill: #1c6b45; }
html .swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
html .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5fa8; }
html .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1c6b45; }
html .swagger-ui :is(.parameter__in, .parameter__extension, .prop-format, .parameter__deprecated) { color: #4f5b6b; }
html .swagger-ui :is(.parameter__name.required::after, .parameter__name.required span) { color: #b3261e; }
html .swagger-ui .response-control-media-type__accept-message { color: #1c6b45; }
html .swagger-ui .opblock-body pre.microlight, html .swagger-ui .highlight-code > .microlight { background: #1f2428; }
html .swagger-ui .highlight-code .microlight span[style*="211, 99, 99"] { color: #ff9d9d !important; }
html .swagger-ui .highlight-code .microlight { max-height: none; overflow: visible !important; white-space: pre-wrap; }
html .swagger-ui :is(.json-schema-2020-12-expand-deep-button, .json-schema-2020-12-accordion) { color: #4f5b6b; }
html .swagger-ui .json-schema-2020-12__constraint--string { background: #7a5200; color: #fff; }
html.dark-mode .swagger-ui :is(.header-col, .examples-select__section-label) { color: #e4e8ec; }
html.dark-mode .swagger-ui :is(.json-schema-2020-12-expand-deep-button, .json-schema-2020-12-accordion) { color: #c3cad1; }
html.dark-mode .swagger-ui :is(.info a, .info .base-url, .renderedMarkdown a, .link, .info__license a, .url) { color: #8fc1ff; }
html.dark-mode .swagger-ui .btn.authorize { color: #7fdcae; border-color: #7fdcae; background: #1c2022; }
html.dark-mode .swagger-ui .btn.authorize svg { fill: #7fdcae; }
html.dark-mode .swagger-ui .btn.cancel { color: #ffb4ab; border-color: #ffb4ab; }
html.dark-mode .swagger-ui :is(.parameter__in, .parameter__extension, .prop-format, .parameter__deprecated) { color: #c3cad1; }
html.dark-mode .swagger-ui :is(.parameter__name.required::after, .parameter__name.required span) { color: #ffb4ab; }
html.dark-mode .swagger-ui .response-control-media-type__accept-message { color: #7fdcae; }
@media (max-width: 640px) { .swagger-ui { overflow-wrap: anywhere; } }
`;
