"""
blender -b --factory-startup --python blender.py -- JOB RESULT

Opens the files that the JSON file JOB names, {"open": [{"path": ..., "frames": [...]}], "write": FOLDER}, writes some of Blender's
own into FOLDER, and says in the JSON file RESULT what it found: for every object with points how many edges, faces and
connected pieces it has, and where all its points are at each frame, in Blender's axes (Z up). Its glTF add-on needs numpy.
"""

import json
import os
import sys

import bpy

try:
    import numpy

    # Debian's numpy is younger than the glTF add-on of its Blender, which still uses the old name.
    if "bool" not in numpy.__dict__:
        numpy.bool = bool
except ImportError:
    numpy = None

IMPORTERS = {
    ".glb": lambda path: bpy.ops.import_scene.gltf(filepath=path),
    ".obj": lambda path: bpy.ops.wm.obj_import(filepath=path),
    ".ply": lambda path: (bpy.ops.wm.ply_import if hasattr(bpy.types, "WM_OT_ply_import") else bpy.ops.import_mesh.ply)(
        filepath=path
    ),
}


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def pieces(count, edges):
    parent = list(range(count))

    def top(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    for a, b in edges:
        parent[top(a)] = top(b)
    return sum(1 for v in range(count) if top(v) == v)


def points_now(thing):
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = [x for v in mesh.vertices for x in evaluated.matrix_world @ v.co]
    evaluated.to_mesh_clear()
    return points


def found(frames):
    things = [thing for thing in bpy.data.objects if thing.type == "MESH"]
    report = [
        {
            "edges": len(thing.data.edges),
            "faces": len(thing.data.polygons),
            "pieces": pieces(len(thing.data.vertices), [tuple(edge.vertices) for edge in thing.data.edges]),
            "materials": [material.name for material in thing.data.materials if material],
            "frames": [],
        }
        for thing in things
    ]
    for frame in frames:
        whole = int(frame // 1)
        bpy.context.scene.frame_set(whole, subframe=frame - whole)
        for thing, entry in zip(things, report):
            entry["frames"].append(points_now(thing))
    return report


def opened(job):
    empty_scene()
    try:
        IMPORTERS[os.path.splitext(job["path"])[1]](job["path"])
        return {"objects": found(job["frames"])}
    except Exception as problem:
        return {"problem": str(problem)}


def write_ball(folder):
    """A ball that a shape key stretches to twice its height within 24 frames."""
    empty_scene()
    bpy.context.scene.render.fps = 24
    bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=6, radius=0.1)
    ball = bpy.context.object
    ball.shape_key_add(name="Basis")
    high = ball.shape_key_add(name="high")
    for point in high.data:
        point.co.z *= 2
    for value, frame in ((0, 0), (1, 24)):
        high.value = value
        high.keyframe_insert("value", frame=frame)
    for curve in ball.data.shape_keys.animation_data.action.fcurves:
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"
    bpy.ops.export_scene.gltf(filepath=os.path.join(folder, "ball.glb"), export_format="GLB")


def write_curves(folder):
    empty_scene()
    data = bpy.data.curves.new("hair", "CURVE")
    data.dimensions = "3D"
    for strand, count in enumerate((5, 9)):
        spline = data.splines.new("POLY")
        spline.points.add(count - 1)
        for i, point in enumerate(spline.points):
            point.co = (0.1 * strand, 0.01 * i, 1 - 0.1 * i, 1)
    bpy.context.collection.objects.link(bpy.data.objects.new("hair", data))
    bpy.ops.wm.obj_export(filepath=os.path.join(folder, "hair.obj"), export_materials=False)


with open(sys.argv[sys.argv.index("--") + 1]) as file:
    wanted = json.load(file)
result = {"version": bpy.app.version_string, "numpy": numpy is not None, "files": [opened(job) for job in wanted["open"]]}
write_curves(wanted["write"])
if numpy:
    write_ball(wanted["write"])
with open(sys.argv[sys.argv.index("--") + 2], "w") as file:
    json.dump(result, file)
