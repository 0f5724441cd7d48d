"""Chains of robots from their descriptions: forward kinematics, Jacobians, inverse kinematics, transforms and rotations."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pytorch_kinematics")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import math, numpy as np, torch
import pytorch_kinematics as pk
import pytorch_kinematics.transforms as tf
import pytorch_kinematics.transforms.rotation_conversions as R
from pytorch_kinematics.transforms import math as M, so3
from pytorch_kinematics.jacobian import calc_jacobian
from pytorch_kinematics.ik import BacktrackingLineSearch, gaussian_around_config, delta_pose

def arm(joints=6, slide=None, limits=True):
    out = ['<robot name="arm"><link name="base"/>']
    for i in range(joints):
        axis = ("0 0 1", "0 1 0", "1 0 0")[i % 3]; kind = "prismatic" if i == slide else "revolute"
        out.append(f'<link name="l{i}"><visual><origin xyz="0 0 0.1" rpy="0.1 0 0"/><geometry><box size="0.1 0.1 0.2"/></geometry></visual></link><joint name="j{i}" type="{kind}"><parent link="{"base" if i == 0 else f"l{i - 1}"}"/><child link="l{i}"/><origin xyz="0.02 0 0.25" rpy="0 {0.1 * i} 0"/><axis xyz="{axis}"/><limit lower="-2.5" upper="2.5" effort="10" velocity="2"/></joint>')
    out.append(f'<link name="tool"/><joint name="fixed" type="fixed"><parent link="l{joints - 1}"/><child link="tool"/><origin xyz="0 0 0.1" rpy="0 0 0"/></joint>')
    out.append('<link name="side"/><joint name="branch" type="revolute"><parent link="l1"/><child link="side"/><origin xyz="0.1 0 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>')
    return "".join(out)
SDF = """<sdf version="1.6"><model name="m"><link name="a"><pose>0 0 0 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia></inertial></link><link name="b"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia></inertial><visual name="v"><geometry><cylinder><radius>0.1</radius><length>1</length></cylinder></geometry></visual></link><link name="c"><pose>0 0 2 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia></inertial></link>
<joint name="p" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint><joint name="q" type="prismatic"><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint></model></sdf>"""
def tree(**o): return pk.build_chain_from_urdf(arm(**o)).to(device=DEV)
def serial(**o): return pk.build_serial_chain_from_urdf(arm(**o), "tool").to(device=DEV)
def q(n, d=6): return (torch.rand(n, d, device=DEV) - 0.5).requires_grad_()
def matrices(poses): return sum(p.get_matrix().sum() for p in poses.values())
for name, f in {"urdf": tree, "sliding": lambda: tree(slide=2), "serial": serial, "serial sliding": lambda: serial(slide=2), "sdf": lambda: pk.build_chain_from_sdf(SDF).to(device=DEV), "sdf serial": lambda: pk.build_serial_chain_from_sdf(SDF, "c").to(device=DEV), "double": lambda: pk.build_serial_chain_from_urdf(arm(), "tool").to(dtype=torch.float64, device=DEV), "part": lambda: pk.SerialChain(pk.build_chain_from_urdf(arm()), "l4", "l1").to(device=DEV), "double tree": lambda: tree().to(dtype=torch.float64), "longer": lambda: serial(joints=9)}.items():
    driver.work("build/" + name, f)
    driver.work("names/" + name, lambda: (lambda c: (str(c), c.get_joint_parameter_names(), c.get_frame_names(), c.get_link_names(), c.get_joints(), c.get_links(), c.get_joint_limits(), c.get_joint_velocity_limits(), c.get_joint_effort_limits(), c.get_joint_parent_frame_names(), c.print_tree(False), c.find_frame("l1"), c.find_link("l1"), c.find_joint("j1"), c.get_all_frame_indices(), list(c.get_joints_and_child_links())))(f()))
for n in (1, 20):
    driver.work(f"tree/forward/{n}", lambda: matrices(tree().forward_kinematics(q(n, 7))).backward())
    driver.work(f"tree/forward plain gradient/{n}", lambda: tree().forward_kinematics_tensor(q(n, 7), analytical_grad=False).sum().backward())
    driver.work(f"tree/forward analytical/{n}", lambda: tree().forward_kinematics_tensor(q(n, 7)).sum().backward())
    driver.work(f"serial/forward/{n}", lambda: serial().forward_kinematics(q(n)).get_matrix().sum().backward())
    driver.work(f"serial/forward all/{n}", lambda: matrices(serial().forward_kinematics(q(n), end_only=False)))
    driver.work(f"serial/sliding/{n}", lambda: serial(slide=2).forward_kinematics(q(n)).get_matrix().sum().backward())
    driver.work(f"serial/jacobian/{n}", lambda: serial().jacobian(q(n)).sum().backward())
    driver.work(f"serial/jacobian pose/{n}", lambda: serial(slide=1).jacobian(q(n), ret_eef_pose=True))
    driver.work(f"serial/jacobian tool/{n}", lambda: serial().jacobian(q(n), locations=tf.Transform3d(pos=[0.0, 0.1, 0.2], device=DEV)))
    driver.work(f"serial/jacobian tool pose/{n}", lambda: serial().jacobian(q(n), locations=tf.Transform3d(pos=torch.rand(n, 3, device=DEV), device=DEV), ret_eef_pose=True))
    driver.work(f"serial/jacobian function/{n}", lambda: calc_jacobian(serial(), q(n)))
inputs = {"array": lambda c: c.forward_kinematics(np.zeros((2, 6), "float32")), "names of tensors": lambda c: c.forward_kinematics({f"j{i}": torch.rand(4, device=DEV) for i in range(6)}), "one": lambda c: c.forward_kinematics(torch.zeros(6, device=DEV)), "list": lambda c: c.jacobian([0.1] * 6), "array all": lambda c: c.forward_kinematics(np.zeros((2, 6), "float32"), end_only=False)}
for name, f in inputs.items():
    driver.work("serial/inputs " + name, lambda: f(serial()))
driver.work("tree/inputs", lambda: (lambda c: (c.forward_kinematics({n: 0.1 for n in c.get_joint_parameter_names()}), c.forward_kinematics({n: torch.rand(5, device=DEV) for n in c.get_joint_parameter_names()}), c.forward_kinematics([0.1] * 7), c.forward_kinematics(torch.zeros(7, device=DEV), c.get_frame_indices("tool", "side")), c.clamp(torch.randn(4, 7, device=DEV) * 4), c.clamp({n: 5.0 for n in c.get_joint_parameter_names()})))(tree()))
driver.work("tree/many", lambda: tree(joints=12).forward_kinematics(torch.rand(500, 13, device=DEV)))
def fitted(steps=5):
    c = serial(); x = q(8); x = x.detach().requires_grad_(); opt = torch.optim.Adam([x], 0.05); goal = torch.rand(8, 3, device=DEV)
    for _ in range(steps): loss = (c.forward_kinematics(x).get_matrix()[:, :3, 3] - goal).square().mean(); opt.zero_grad(); loss.backward(); opt.step()
    return loss.item()
driver.work("serial/fitted", fitted)
solvers = {"plain": {}, "ten": dict(num_retries=10), "search": dict(line_search=BacktrackingLineSearch(max_lr=0.2)), "search plain": dict(line_search=BacktrackingLineSearch(), lr=0.5), "any": dict(early_stopping_any_converged=True), "all": dict(early_stopping_no_improvement="all"), "ratio": dict(early_stopping_no_improvement=0.5), "never": dict(early_stopping_no_improvement=None), "patient": dict(early_stopping_no_improvement="any", early_stopping_no_improvement_patience=5), "free": dict(enforce_joint_limits=False), "clamped": dict(clamp_to_limits=True), "gaussian": dict(config_sampling_method="gaussian"), "weights": dict(position_weight=2.0, orientation_weight=0.1), "undamped": dict(lm_damping=0.0), "loose": dict(pos_tolerance=0.05, rot_tolerance=0.2), "debug": dict(debug=True, max_iterations=5)}
def solve(cls=pk.PseudoInverseIK, n=4, hard=False, slide=None, **o):
    import matplotlib; matplotlib.use("Agg"); c = serial(slide=slide); limits = torch.tensor(c.get_joint_limits(), device=DEV).T; goal = c.forward_kinematics(torch.rand(n, 6, device=DEV) * (4 if hard else 1)); s = cls(c, joint_limits=limits, **{"max_iterations": 15, "num_retries": 5, **o}).solve(goal)
    return s.converged_any, s.solutions, s.err_pos, s.iterations
for name, o in solvers.items():
    driver.work("inverse/" + name, lambda: solve(**o), limit=30)
    driver.work("inverse/hard " + name, lambda: solve(hard=True, **o), limit=30)
for name in ("plain", "search", "any", "all", "clamped"):
    driver.work("inverse/svd " + name, lambda: solve(pk.PseudoInverseIKWithSVD, **solvers[name]), limit=30)
driver.work("inverse/sliding", lambda: solve(slide=2)); driver.work("inverse/one", lambda: solve(n=1)); driver.work("inverse/many", lambda: solve(n=40), limit=30)
driver.work("inverse/around", lambda: solve(config_sampling_method=gaussian_around_config(torch.zeros(6, device=DEV), 0.3)))
driver.work("inverse/given", lambda: solve(retry_configs=torch.rand(5, 6, device=DEV), num_retries=None))
T = tf.Transform3d
def pose(n=4): return T(pos=torch.randn(n, 3, device=DEV), rot=R.random_rotations(n, device=DEV), device=DEV)
def points(n=4): return torch.randn(n, 7, 3, device=DEV)
driver.work("transform/made", lambda: (T(device=DEV), T(pos=torch.randn(3, device=DEV), rot=torch.tensor([1.0, 0, 0, 0], device=DEV), device=DEV), T(rot=[0.1, 0.2, 0.3], pos=[1.0, 2.0, 3.0], device=DEV), T(matrix=torch.eye(4, device=DEV)), T(default_batch_size=3, device=DEV), len(pose()), pose()[1], pose()[:2], repr(pose())))
driver.work("transform/composed", lambda: pose().compose(pose(), pose()).get_matrix())
driver.work("transform/chained", lambda: T(device=DEV).translate(1.0, 2.0, 3.0).scale(2.0).rotate(R.random_rotations(1, device=DEV)).rotate_axis_angle(30.0, "X").get_matrix())
driver.work("transform/inverse", lambda: (pose().inverse().get_matrix(), pose().translate(1, 2, 3).inverse(True).get_matrix(), tf.Scale(2.0, device=DEV).inverse().get_matrix(), tf.Rotate(R.random_rotations(2, device=DEV)).inverse(), tf.Translate(1, 2, 3, device=DEV).inverse()))
driver.work("transform/points", lambda: (pose().transform_points(points()), pose(1).transform_points(points()[0]), pose().transform_points(points(), eps=1e-3), pose().transform_normals(points()), pose().transform_normals(points()[0]), pose(1).transform_shape_operator(torch.randn(1, 3, 3, device=DEV))))
driver.work("transform/stack", lambda: (pose().stack(pose(), pose()), pose().clone(), pose().to("cpu"), pose().to(DEV, copy=True, dtype=torch.float64), pose().cpu().to(DEV), pose().inverse().clone()))
driver.work("transform/perturbed", lambda: (pose(1).sample_perturbations(10, 0.1, 0.05), tf.perturbation.sample_perturbations(pose(1).get_matrix(), 10, 0.1, 0.1, axis_of_rotation=torch.tensor([0.0, 0, 1], device=DEV))))
driver.work("transform/translate", lambda: (tf.Translate(torch.randn(4, 3, device=DEV)), tf.Translate(torch.randn(4, device=DEV), 1.0, 2.0, device=DEV), tf.Translate(1.0, 2.0, 3.0, device=DEV)))
driver.work("transform/scale", lambda: (tf.Scale(torch.rand(4, 3, device=DEV)), tf.Scale(torch.rand(4, device=DEV)), tf.Scale(2.0, 3.0, torch.rand(4, device=DEV), device=DEV)))
for axis in "XYZ":
    driver.work("transform/axis " + axis, lambda: (tf.RotateAxisAngle(90.0, axis, device=DEV), tf.RotateAxisAngle(torch.rand(5, device=DEV), axis, degrees=False, device=DEV), tf.RotateAxisAngle(torch.rand(5, device=DEV).tolist(), axis, device=DEV)))
def rotations(n=6): return R.random_rotations(n, device=DEV).requires_grad_()
def quaternions(n=6): return R.random_quaternions(n, device=DEV).requires_grad_()
turns = {"quaternion to matrix": lambda: R.quaternion_to_matrix(quaternions()), "matrix to quaternion": lambda: R.matrix_to_quaternion(rotations()), "euler to matrix": lambda: R.euler_angles_to_matrix(torch.rand(6, 3, device=DEV, requires_grad=True), "XYZ"), "axis angle": lambda: R.axis_angle_to_matrix(torch.rand(6, 3, device=DEV, requires_grad=True)), "to axis angle": lambda: R.matrix_to_axis_angle(rotations()), "six": lambda: R.rotation_6d_to_matrix(torch.rand(6, 6, device=DEV, requires_grad=True)), "to six": lambda: R.matrix_to_rotation_6d(rotations()), "multiply": lambda: R.quaternion_multiply(quaternions(), quaternions()), "apply": lambda: R.quaternion_apply(quaternions(), torch.rand(6, 3, device=DEV)), "invert": lambda: R.quaternion_invert(quaternions()), "standardize": lambda: R.standardize_quaternion(quaternions()), "axis 44": lambda: R.axis_and_angle_to_matrix_44(torch.tensor([0.0, 0, 1], device=DEV).repeat(6, 1), torch.rand(6, device=DEV, requires_grad=True)), "axis 33": lambda: R.axis_and_angle_to_matrix_33(torch.tensor([0.0, 0, 1], device=DEV), torch.rand(6, device=DEV, requires_grad=True)), "sliding": lambda: R.axis_and_d_to_pris_matrix(torch.tensor([0.0, 0, 1], device=DEV).repeat(6, 1), torch.rand(6, device=DEV, requires_grad=True)), "slerp": lambda: M.quaternion_slerp(quaternions().detach(), quaternions().detach(), 0.3).requires_grad_(), "slerp tensor": lambda: M.quaternion_slerp(quaternions().detach(), quaternions().detach(), torch.rand(6, device=DEV)).requires_grad_(), "distance": lambda: M.quaternion_angular_distance(quaternions(), quaternions()), "acos": lambda: M.acos_linear_extrapolation(torch.rand(9, device=DEV, requires_grad=True) * 3 - 1.5), "exponential": lambda: so3.so3_exp_map(torch.rand(6, 3, device=DEV, requires_grad=True)), "logarithm": lambda: so3.so3_log_map(rotations()), "relative angle": lambda: so3.so3_relative_angle(rotations(), rotations()), "relative cosine": lambda: so3.so3_relative_angle(rotations(), rotations(), cos_angle=True), "hat": lambda: so3.hat(torch.rand(6, 3, device=DEV, requires_grad=True)), "hat inverse": lambda: so3.hat_inv(so3.hat(torch.rand(6, 3, device=DEV, requires_grad=True)))}
for name, f in turns.items():
    driver.work("rotation/" + name, lambda: f().sum().backward())
for order in ("XYZ", "ZYX", "XYX"):
    driver.work("rotation/to euler " + order, lambda: R.matrix_to_euler_angles(rotations(), order).sum().backward())
driver.work("rotation/others", lambda: (M.quaternion_close(quaternions(), quaternions()), R.wxyz_to_xyzw(quaternions()), R.xyzw_to_wxyz(quaternions()), R.random_rotation(device=DEV), R.matrix44_to_se3_9d(pose().get_matrix()), R.se3_9d_to_matrix44(torch.rand(4, 9, device=DEV)), R.matrix_to_pos_rot(pose().get_matrix()), R.pos_rot_to_matrix(torch.rand(4, 3, device=DEV), quaternions(4)), R.quaternion_from_euler(torch.rand(3)), delta_pose(torch.eye(4, device=DEV).repeat(2, 3, 1, 1), torch.rand(2, 3, device=DEV), quaternions(2))))
driver.finish()
