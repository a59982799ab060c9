/**
 * Hair under the lights of a three.js scene, in GLSL for WebGL 2.
 *
 * Scattering has the lobes of Marschner et al. 2003 in the closed forms of Karis 2016 (Physically based hair shading in
 * Unreal): a white highlight that the scales tilt towards the root, light through the fibre, a coloured highlight shifted to
 * the tip. What has been through many fibres is a diffuse term (Kajiya and Kay 1989) dimmed where the light comes from the far
 * side of the hair's own volume: there are no shadow maps here.
 */

export const vertexShader = /* glsl */ `
attribute vec3 tangent;
attribute float side;
attribute float along;
attribute vec3 color;
uniform vec3 centre;
uniform float viewportHeight;
uniform float leastPixels;
varying vec3 vView;
varying vec3 vTangent;
varying vec3 vOut;
varying vec3 vColour;
varying float vAcross;
varying float vCover;
varying float vAlong;

void main() {
  vec4 view = modelViewMatrix * vec4(position, 1.0);
  vec3 along3 = normalize(mat3(modelViewMatrix) * tangent);
  // An orthographic camera looks along -z everywhere; its matrix says so in its last number.
  bool isOrthographic = projectionMatrix[3][3] == 1.0;
  vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-view.xyz);
  vec3 across = cross(along3, toEye);
  float size = length(across);
  across = size > 1e-4 ? across / size : vec3(1.0, 0.0, 0.0);
  float scale = length(modelViewMatrix[0].xyz);
  float halfWidth = abs(side) * scale;
  float metresPerPixel = 2.0 * (isOrthographic ? 1.0 : max(1e-6, -view.z)) / (projectionMatrix[1][1] * viewportHeight);
  // Narrower than a sample would flicker: drawn wider, and covering less for it.
  float drawn = side == 0.0 ? 0.0 : max(halfWidth, 0.5 * leastPixels * metresPerPixel);
  vCover = side == 0.0 ? 1.0 : halfWidth / drawn;
  view.xyz += across * sign(side) * drawn;
  vView = -view.xyz;
  vTangent = along3;
  vOut = mat3(modelViewMatrix) * (position - centre);
  vColour = color;
  vAcross = sign(side);
  vAlong = along;
  gl_Position = projectionMatrix * view;
}
`;

/** Only what three fills in: structures of its own chunks change from version to version, these uniforms have not. */
const lights = /* glsl */ `
uniform vec3 ambientLightColor;
#if NUM_DIR_LIGHTS > 0
struct DirectionalLight { vec3 direction; vec3 color; };
uniform DirectionalLight directionalLights[NUM_DIR_LIGHTS];
#endif
#if NUM_POINT_LIGHTS > 0
struct PointLight { vec3 position; vec3 color; float distance; float decay; };
uniform PointLight pointLights[NUM_POINT_LIGHTS];
#endif
#if NUM_SPOT_LIGHTS > 0
struct SpotLight { vec3 position; vec3 direction; vec3 color; float distance; float decay; float coneCos; float penumbraCos; };
uniform SpotLight spotLights[NUM_SPOT_LIGHTS];
#endif
#if NUM_HEMI_LIGHTS > 0
struct HemisphereLight { vec3 direction; vec3 skyColor; vec3 groundColor; };
uniform HemisphereLight hemisphereLights[NUM_HEMI_LIGHTS];
#endif

float fade(float far, float cutoff, float decay) {
  float window = cutoff > 0.0 ? pow(clamp(1.0 - pow(far / cutoff, 4.0), 0.0, 1.0), 2.0) : 1.0;
  return window / max(pow(far, decay), 0.01);
}
`;

export const fragmentShader = /* glsl */ `
#include <common>
${lights}
uniform float roughness;
uniform float tilt;
uniform float shine;
uniform float diffuseFraction;
varying vec3 vView;
varying vec3 vTangent;
varying vec3 vOut;
varying vec3 vColour;
varying float vAcross;
varying float vCover;
varying float vAlong;

float lobe(float x, float width) {
  return exp(-0.5 * x * x / (width * width)) / (2.50662827 * width);
}

// T tangent to the tip, N the direction out of the hair, V to the eye, L to the light.
vec3 scattered(vec3 T, vec3 N, vec3 V, vec3 L, vec3 colour) {
  float sinI = clamp(dot(T, L), -1.0, 1.0);
  float sinO = clamp(dot(T, V), -1.0, 1.0);
  vec3 acrossL = L - sinI * T;
  vec3 acrossV = V - sinO * T;
  float cosPhi = dot(acrossL, acrossV) * inversesqrt(dot(acrossL, acrossL) * dot(acrossV, acrossV) + 1e-4);
  float cosHalf = sqrt(clamp(0.5 + 0.5 * cosPhi, 0.0, 1.0));
  float cosD = cos(0.5 * abs(asin(sinO) - asin(sinI)));
  float fresnel = 0.0465 + 0.9535 * pow(1.0 - clamp(cosD * cosHalf, 0.0, 1.0), 5.0);
  float through = 1.0 / max(cosD, 0.2);
  // A positive sum of the sines is a highlight nearer to the tip; scales tilt the white one to the root by twice their angle.
  float sum = sinI + sinO;
  float back = lobe(sum + 2.0 * tilt, roughness) * 0.25 * cosHalf * fresnel;
  vec3 forward = lobe(sum - tilt, 0.5 * roughness) * exp(-3.65 * cosPhi - 3.98) * pow(colour, vec3(0.5 * through));
  vec3 inner = lobe(sum - 4.0 * tilt, 2.0 * roughness) * exp(17.0 * cosPhi - 16.78) * pow(colour, vec3(0.8 * through));
  // Hair between this strand and the light, as if it filled a ball.
  float lit = smoothstep(-0.35, 0.75, dot(N, L));
  vec3 mass = diffuseFraction * colour * sqrt(max(0.0, 1.0 - sinI * sinI)) * (0.25 + 0.75 * max(0.0, dot(N, L))) / 3.14159265;
  return lit * (shine * (vec3(back) + inner) + mass) + 0.6 * shine * forward * smoothstep(-0.9, 0.4, dot(N, L));
}

void main() {
  vec3 V = normalize(vView);
  vec3 T = normalize(vTangent);
  vec3 N = normalize(vOut);
  vec3 P = -vView;
  vec3 colour = clamp(vColour, 1e-3, 1.0);
  vec3 light = vec3(0.0);
#if NUM_DIR_LIGHTS > 0
  for (int i = 0; i < NUM_DIR_LIGHTS; i++)
    light += directionalLights[i].color * scattered(T, N, V, directionalLights[i].direction, colour);
#endif
#if NUM_POINT_LIGHTS > 0
  for (int i = 0; i < NUM_POINT_LIGHTS; i++) {
    vec3 d = pointLights[i].position - P;
    float far = length(d);
    light += pointLights[i].color * fade(far, pointLights[i].distance, pointLights[i].decay) * scattered(T, N, V, d / far, colour);
  }
#endif
#if NUM_SPOT_LIGHTS > 0
  for (int i = 0; i < NUM_SPOT_LIGHTS; i++) {
    vec3 d = spotLights[i].position - P;
    float far = length(d);
    float cone = smoothstep(spotLights[i].coneCos, spotLights[i].penumbraCos, dot(d / far, spotLights[i].direction));
    light += spotLights[i].color * cone * fade(far, spotLights[i].distance, spotLights[i].decay) * scattered(T, N, V, d / far, colour);
  }
#endif
  vec3 around = ambientLightColor;
#if NUM_HEMI_LIGHTS > 0
  for (int i = 0; i < NUM_HEMI_LIGHTS; i++)
    around += mix(hemisphereLights[i].groundColor, hemisphereLights[i].skyColor, 0.5 + 0.5 * dot(N, hemisphereLights[i].direction));
#endif
  // Less light comes in from all around between roots than between tips, and less to the ribbon's edge than to its middle.
  light += around * colour * diffuseFraction * (0.45 + 0.55 * smoothstep(0.0, 0.7, vAlong)) / 3.14159265;
  light *= 1.0 - 0.35 * vAcross * vAcross;
  gl_FragColor = vec4(light, vCover);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
