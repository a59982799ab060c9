import { memorySource, openAnimation } from 'pelage/formats';
import { hairGeometry, hairMaterial } from 'pelage/three';
import * as THREE from 'three';

/** Plays an animation that `pelage simulate` has written: no simulation in the page at all. */

const canvas = document.querySelector('canvas')!;
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
renderer.setSize(canvas.width, canvas.height, false);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x1b1c1f);
const camera = new THREE.PerspectiveCamera(23, canvas.width / canvas.height, 0.05, 10);
const key = new THREE.DirectionalLight(0xfff4e6, 4);
key.position.set(-1, 1.2, 1.5);
scene.add(key, new THREE.HemisphereLight(0xcfd8ff, 0x40362e, 1));

const bytes = new Uint8Array(await (await fetch('animation.pelage')).arrayBuffer());
const { animation } = openAnimation('animation.pelage', memorySource(bytes));
const geometry = hairGeometry(animation.strands, { colour: [0.13, 0.045, 0.012] });
scene.add(new THREE.Mesh(geometry, hairMaterial()));
const { center, radius } = geometry.boundingSphere!;
camera.position.set(center.x + 1.6 * radius, center.y + 0.2 * radius, center.z + 5 * radius);
camera.lookAt(center);

const rate = (animation.times.length - 1) / animation.times.at(-1)!;
let shown = 0;
renderer.setAnimationLoop((milliseconds) => {
  const frame = Math.floor((milliseconds / 1000) * rate) % animation.times.length;
  if (frame === shown) return;
  shown = frame;
  geometry.update(animation.frame(frame));
  renderer.render(scene, camera);
  document.documentElement.dataset.frames = String(Number(document.documentElement.dataset.frames ?? 0) + 1);
});
